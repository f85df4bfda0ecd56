import assert from "node:assert/strict";
import { test } from "node:test";
import { house } from "./house.mjs";

const h = house();

/** nobodys is a conversation without a user, as clients without sign-in begin
 *  it, in which something was said already. */
async function nobodys(page, said) {
  return page.evaluate(async (query) => {
    const post = (path, body) =>
      fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).then(
        (r) => r.json(),
      );
    const { session_id: id } = await post("/api/v1/chat/start", {});
    const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/v1/chat/ws/${id}`);
    await new Promise((done, failed) => {
      socket.onopen = () => socket.send(JSON.stringify({ type: "query", query }));
      socket.onmessage = (m) => JSON.parse(m.data).type === "final_response" && done();
      socket.onerror = failed;
    });
    socket.close();
    return id;
  }, said);
}

test("a conversation of nobody's is opened by its address, and kept in the list", async () => {
  const page = await h.visit();
  const id = await nobodys(page, "전세금 5% 인상 가능해?");
  assert.equal(await page.locator(".chat-row").count(), 0, "it is in nobody's list");

  // By its id in the search, or by its address.
  await page.locator("input[type=search]").fill(id);
  await page.locator(".side-list button", { hasText: "이 주소의 대화 열기" }).click();
  await page.heard(1);
  const note = page.locator(".visiting", { hasText: "이 브라우저에서 시작하지 않은 대화입니다" });
  await note.waitFor();
  assert.deepEqual(await page.axe(), []);
  await note.locator("button", { hasText: "목록에 추가" }).click();
  await note.waitFor({ state: "detached" });
  const row = page.locator(".chat-row", { hasText: "전세금 5% 인상 가능해?" });
  await row.waitFor();
  await page.locator(".side-head", { hasText: "주소로 연 대화" }).waitFor();

  // It is gone on with, and asked otherwise in a copy, which is kept as well.
  await page.ask("전세금 7% 인상 가능해?");
  await page.heard(2);
  await page.reload();
  await page.heard(2);
  assert.deepEqual(await page.locator(".bubble").allInnerTexts(), ["전세금 5% 인상 가능해?", "전세금 7% 인상 가능해?"]);
  assert.equal(await note.count(), 0);
  await page.locator(".asked").last().hover();
  await page.locator('button[aria-label="고쳐서 다시 묻기"]').last().click();
  await page.locator(".editor textarea").fill("전세금 4% 인상 가능해?");
  await page.locator(".editor button", { hasText: "다시 묻기" }).click();
  await page.locator(".chat-row[data-open]", { hasText: "전세금 4%" }).waitFor();
  assert.equal(await page.locator(".chat-row").count(), 2);

  // It can't be deleted here, only be taken off the list.
  await row.locator(".ghost").click({ force: true });
  await page.locator("[role=menuitem]").first().waitFor();
  assert.deepEqual(await page.locator("[role=menuitem]").allInnerTexts(), ["목록에서 제거"]);
  await page.locator("[role=menuitem]").click();
  await row.waitFor({ state: "detached" });
  assert.equal(await page.evaluate((s) => fetch(`/api/v1/chat/${s}`).then((r) => r.status), id), 200);
  await page.well();
});

test("an address is copied and opened by somebody else; one's own says nothing", async () => {
  const page = await h.visit();
  await page.own.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.dialog("전세금 5% 인상 가능해?");
  await page.reload();
  await page.heard(1);
  await page.locator(".chat-row[data-open]").waitFor();
  await page.locator('button[aria-label="대화 메뉴"]').click();
  await page.locator("[role=menuitem]", { hasText: "대화 주소 복사" }).click();
  await page.locator(".toast", { hasText: "주소를 아는 사람은 누구나" }).waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), page.url());
  assert.equal(await page.locator(".visiting").count(), 0);

  const other = await h.visit({ locale: "en-US", width: 390, height: 780, path: `/${new URL(page.url()).hash}` });
  await other.heard(1);
  await other.locator(".visiting", { hasText: "not started in this browser" }).waitFor();
  assert.deepEqual(await other.axe(), []);
  await other.locator('button[aria-label="Chat menu"]').click();
  assert.deepEqual((await other.locator("[role=menuitem]").allInnerTexts()).includes("Delete"), false);
  await page.well();
  await other.well();
});

test("a conversation that is not there leads on", async () => {
  const page = await h.visit({ path: "/#/session-00000000-0000-0000-0000-000000000000" });
  const alert = page.locator(".middle[role=alert]", { hasText: "찾을 수 없습니다" });
  await alert.waitFor();
  assert.equal(await page.locator(".line p, .visiting, button[aria-label='대화 메뉴']").count(), 0);
  await alert.locator("button", { hasText: "새 대화" }).click();
  await page.locator(".welcome").waitFor();
});
