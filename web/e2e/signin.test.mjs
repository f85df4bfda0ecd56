import assert from "node:assert/strict";
import { after, test } from "node:test";
import { house } from "./house.mjs";
import { freePort, provider } from "./provider.mjs";

const idp = await provider();
const port = await freePort();
const here = `http://127.0.0.1:${port}`;
const oidc = ["--auth-mode", "oidc", "--auth-issuer", idp.url, "--auth-client-id", "chat", "--public-url", here];
const h = house("--addr", `127.0.0.1:${port}`, ...oidc, "--auth-guests=true");
after(() => idp.close());

const account = (page) => page.locator(".account");
const rows = (page) => page.locator(".chat-row");

/** status is what the browser, with its cookies, is answered. */
const status = (page, path) => page.evaluate((p) => fetch(p).then((r) => r.status), path);

async function signIn(page, user) {
  await account(page).locator("a", { hasText: "로그인" }).click();
  await page.waitForURL((at) => at.origin === idp.url);
  await page.locator(`#${user}`).click();
  await page.waitForURL((at) => at.origin === here);
  await account(page).locator("button", { hasText: "로그아웃" }).waitFor();
}

test("a guest talks, signs in with the provider, and signs out", async () => {
  const page = await h.visit();
  await account(page).locator("text=손님").waitFor();
  await page.with("probe");
  await page.dialog("하나");
  await rows(page).first().waitFor();
  const talk = new URL(page.url()).hash;

  await signIn(page, "kim");
  assert.deepEqual(idp.exchanged, ["kim"], "the code was worth a token to its verifier");
  await account(page).locator("text=김하나").waitFor();
  await rows(page).first().waitFor();
  assert.equal(await rows(page).count(), 1, "what the guest said is the account's");
  assert.deepEqual(await page.axe(), []);
  assert.equal(await page.evaluate(() => document.cookie), "", "scripts see no cookie");

  // The talk goes on as kim's, over a socket that the cookie opens.
  await rows(page).first().locator(".chat-open").click();
  await page.heard(1);
  await page.ask("둘");
  await page.heard(2);

  const other = await h.visit();
  await signIn(other, "lee");
  await account(other).locator("text=이두리").waitFor();
  assert.equal(await rows(other).count(), 0, "another's list is empty");
  const id = talk.replace("#/", "");
  assert.equal(await status(other, `/api/v1/sessions/${id}/messages`), 404);
  assert.equal(await status(page, `/api/v1/sessions/${id}/messages`), 200);

  const kept = await page.own.cookies();
  await account(page).locator("button", { hasText: "로그아웃" }).click();
  await account(page).locator("a", { hasText: "로그인" }).waitFor();
  assert.equal(idp.signedOut, 1, "the provider's session is ended too");
  assert.equal(await rows(page).count(), 0);
  assert.equal(await status(page, `/api/v1/sessions/${id}/messages`), 404, "a guest again");
  await page.own.clearCookies();
  await page.own.addCookies(kept);
  assert.equal(await status(page, `/api/v1/sessions/${id}/messages`), 401, "the cookie of then is worth nothing");
});
