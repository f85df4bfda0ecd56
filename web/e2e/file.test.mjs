// A contract that is handed over as a file: picked or dropped, read, sent with
// the next message, its risks told; and what can't be read is told.
import assert from "node:assert/strict";
import { test } from "node:test";
import { crc32 } from "node:zlib";
import { flat, house, small, tooWide } from "./house.mjs";

const h = house();
const shot = (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });

const risky = "임차인은 전입신고와 확정일자를 받지 아니한다.";
const fair = "임대인은 계약이 끝나는 날 보증금을 반환한다.";

/** docx is a Word file of paragraphs: a ZIP archive with one part, not packed. */
function docx(...paragraphs) {
  const xml = paragraphs.map((p) => `<w:p><w:r><w:t>${p}</w:t></w:r></w:p>`).join("");
  const part = Buffer.from(`<w:document xmlns:w="w"><w:body>${xml}</w:body></w:document>`);
  const name = Buffer.from("word/document.xml");
  const entry = Buffer.alloc(26); // what both heads say of the part
  entry.writeUInt16LE(20, 0);
  entry.writeUInt32LE(crc32(part), 10);
  entry.writeUInt32LE(part.length, 14);
  entry.writeUInt32LE(part.length, 18);
  entry.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), entry, name, part]);
  const central = Buffer.concat([Buffer.from("PK\x01\x02\x14\0"), entry, Buffer.alloc(14), name]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}

const contract = docx("주택 월세 계약서", "특약사항", `1. ${risky}`, `2. ${fair}`);
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

for (const [width, locale, add, remove, send, finding] of [
  [1280, "ko-KR", /^파일 첨부/, /빼기$/, "보내기", /전입신고·확정일자 금지/],
  [390, "en-US", /^Add a file/, /^Remove/, "Send", /move-in|전입신고/i],
]) {
  test(`a contract is handed over as a Word file, ${width} px, ${locale}`, async () => {
    const page = await h.visit({ width, locale });
    await page.with("realestate");
    // By the keyboard alone: the button opens the browser's own dialog.
    const button = page.getByRole("button", { name: add });
    // The composer takes the focus once, when the conversation is ready.
    let chooser;
    for (let n = 0; !chooser && n < 12; n++)
      [chooser] = await Promise.all([
        page.waitForEvent("filechooser", { timeout: 5_000 }),
        button.press("Enter"),
      ]).catch(() => []);
    await chooser.setFiles({ name: "월세계약서.docx", mimeType: word, buffer: contract });
    const handed = page.locator(".composer .handed");
    await handed.filter({ hasText: "월세계약서.docx" }).getByRole("button", { name: remove }).waitFor();
    const sendIt = page.getByRole("button", { name: send, exact: true });
    await page.waitForFunction((name) => !document.querySelector(`button[aria-label="${name}"]`).disabled, send);
    assert.deepEqual(await page.axe(), []);
    if (width < 700) assert.deepEqual(await small(page), []);
    await shot(page, `file-${width}-composer`);
    await sendIt.click();
    const answer = await page.heard(1);
    await handed.waitFor({ state: "detached" });
    assert.match(flat(await answer.innerText()), finding);
    // What was sent is shown as the file, its text one key away.
    const said = page.locator(".asked .handed-text");
    assert.equal(flat(await said.locator("summary").innerText()), "월세계약서.docx");
    assert.equal(await said.locator("p").isVisible(), false);
    await said.locator("summary").press("Enter");
    assert.match(await said.locator("p").innerText(), new RegExp(risky));
    assert.deepEqual(await tooWide(page), [0, 0]);
    assert.deepEqual(await page.axe(), []);
    await shot(page, `file-${width}`);
    // It reads the same when the page is opened anew.
    await page.reload();
    await page.heard(1);
    assert.equal(flat(await said.locator("summary").innerText()), "월세계약서.docx");
    await page.well();
  });
}

test("a file is dropped, taken back, and refused with its reason", async () => {
  const page = await h.visit();
  await page.with("realestate");
  const drop = (name, bytes) =>
    page.evaluate(
      ([name, bytes]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], name));
        for (const type of ["dragover", "drop"])
          document
            .querySelector(".log")
            .dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
      },
      [name, [...bytes]],
    );
  const handed = page.locator(".composer .handed");
  await drop("계약.txt", Buffer.from(`특약: ${risky}`));
  await handed.filter({ hasText: "계약.txt" }).waitFor();
  await page.getByRole("button", { name: /‘계약.txt’ 빼기/ }).click();
  await handed.waitFor({ state: "detached" });
  for (const [name, bytes, why] of [
    ["계약.hwp", Buffer.from("글"), /DOCX, PDF, TXT, MD, HTML/],
    ["계약.docx", Buffer.from("\xd0\xcf\x11\xe0", "latin1"), /암호/],
    ["긴글.txt", Buffer.from("가나다라마바사.\n".repeat(4000)), /너무 깁니다/],
    ["큰글.txt", Buffer.alloc(1000), /파일을 열 수 없습니다/],
  ]) {
    await drop(name, bytes);
    await page.getByRole("alert").filter({ hasText: why }).waitFor();
    assert.equal(await handed.count(), 0);
  }
  // What is right again takes the trouble away; a question goes with the file.
  await drop("계약.txt", Buffer.from(`특약: ${risky}`));
  await handed.filter({ hasText: "계약.txt" }).waitFor();
  assert.equal(await page.getByRole("alert").count(), 0);
  await page.ask("이 특약 괜찮아요?");
  assert.match(flat(await (await page.heard(1)).innerText()), /전입신고·확정일자 금지/);
  assert.match(flat(await page.locator(".asked .bubble").innerText()), /^이 특약 괜찮아요\? 계약.txt/);
  await page.well();
});
