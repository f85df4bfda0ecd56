import { createContext, use } from "react";
import { en } from "./en.ts";
import { ko, type Words } from "./ko.ts";

export type Language = "ko" | "en";
const all: Record<Language, Words> = { ko, en };
let current: Language = "ko";

/** speak makes a language the one that is spoken outside of components. */
export function speak(language: Language): void {
  current = language;
}
export const words = (): Words => all[current];

export const LanguageContext = createContext<Language>("ko");
export const useWords = (): Words => all[use(LanguageContext)];
export const useLanguage = (): Language => use(LanguageContext);

/** said is a text that the server gave in both languages, or in one. */
export function said(value: unknown, language: Language): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  const both = value as Partial<Record<Language, string>>;
  return both[language] || both.ko || both.en || "";
}

/** won is a sum as the server writes it too: 1억 5,000만원, KRW 150,000,000. */
export function won(amount: number, language: Language): string {
  if (!Number.isFinite(amount)) return "";
  const sign = amount < 0 ? "-" : "",
    n = Math.abs(Math.round(amount));
  if (language === "en") return `KRW ${sign}${n.toLocaleString("en")}`;
  if (n < 10_000) return `${sign}${n.toLocaleString("ko")}원`;
  const eok = Math.floor(n / 100_000_000),
    man = Math.floor((n % 100_000_000) / 10_000),
    rest = n % 10_000;
  return (
    sign +
    [eok && `${eok.toLocaleString("ko")}억`, man && `${man.toLocaleString("ko")}만`, rest && rest.toLocaleString("ko")]
      .filter(Boolean)
      .join(" ") +
    "원"
  );
}

/** plainSum is a sum in digits as the server keeps it; words are left alone. */
export function plainSum(value: string): string {
  const digits = value.replace(/[₩,\s]|원$|KRW/gi, "");
  return /^\d+$/.test(digits) ? digits : value;
}

/** teamName is a team in the user's words; of an unknown one its own name. */
export const teamName = (t: Words, team: string): string => t.teams[team] ?? team.replaceAll("_", " ");
