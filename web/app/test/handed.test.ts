import { describe, expect, it } from "vitest";
import { fileIn, withFile } from "../src/chat/handed.ts";

describe("a file in a message", () => {
  it("is what it was when it was handed over", () => {
    for (const name of ["계약서.docx", "a [1].PDF", "x.htm"]) {
      const file = { name, text: "제1조\n\n[다른.pdf]\n\n끝" };
      expect(fileIn(withFile("봐 주세요.\n둘째 줄", file))).toEqual({ question: "봐 주세요.\n둘째 줄", file });
    }
  });
  it("is none where there is none", () => {
    for (const message of ["제3조 [계약.docx] 뒤", "[특약]\n\n1. 가", "[계약.docx]\n뒤", ""])
      expect(fileIn(message)).toEqual({ question: message });
  });
});
