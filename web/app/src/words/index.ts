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

/** teamName is a team in the user's words; of an unknown one its own name. */
export const teamName = (t: Words, team: string): string => t.teams[team] ?? team.replaceAll("_", " ");
