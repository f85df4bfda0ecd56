// A file that was handed over stands in a message as its name in brackets and
// its text, as a pasted text would.

export interface Handed {
  name: string;
  text: string;
}

const head = /(?:^|\n\n)\[([^\n]+\.(?:docx|pdf|txt|md|markdown|html|htm))\]\n\n/i;

/** withFile is a message with a file. */
export const withFile = (question: string, { name, text }: Handed): string => `${question}\n\n[${name}]\n\n${text}`;

/** fileIn is a message as a question and the file that came with it. */
export function fileIn(message: string): { question: string; file?: Handed } {
  const found = head.exec(message);
  if (!found) return { question: message };
  const text = message.slice(found.index + found[0].length);
  return { question: message.slice(0, found.index), file: { name: found[1]!, text } };
}
