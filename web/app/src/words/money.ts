// The one way to write a number that has a unit: sums are said (3억 1,500만원),
// and in the cells of tables written in digits (315,000,000원).
import type { Language } from "./index.ts";

/** unbroken keeps the parts of a sum on one line. */
export const unbroken = (text: string): string =>
  text.replace(/\bKRW (?=-?\d)|\d[억만] (?=\d)/g, (part) => part.trimEnd() + "\u00a0");

/** won is a sum as the server writes it too: 1억 5,000만원, KRW 150,000,000. */
export function won(amount: number, language: Language): string {
  if (!Number.isFinite(amount)) return "";
  const sign = amount < 0 ? "-" : "",
    n = Math.abs(Math.round(amount));
  if (language === "en") return `KRW\u00a0${sign}${n.toLocaleString("en")}`;
  if (n < 10_000) return `${sign}${n.toLocaleString("ko")}원`;
  const eok = Math.floor(n / 100_000_000),
    man = Math.floor((n % 100_000_000) / 10_000),
    rest = n % 10_000;
  return (
    sign +
    [eok && `${eok.toLocaleString("ko")}억`, man && `${man.toLocaleString("ko")}만`, rest && rest.toLocaleString("ko")]
      .filter(Boolean)
      .join("\u00a0") +
    "원"
  );
}

/** inCell is a number of a table: sums in digits, which can be compared down a
 *  column, as the server writes its tables. */
export function inCell(value: number, unit: string, language: Language): string {
  if (language === "en" || !unit.startsWith("won")) return inUnit(value, unit, language);
  return `${Math.round(value).toLocaleString("ko")}원${areas[language][unit] ?? ""}`;
}

/** plainSum is a sum in digits as the server keeps it; words are left alone. */
export function plainSum(value: string): string {
  const digits = value.replace(/[₩,\s]|원$|KRW/gi, "");
  return /^\d+$/.test(digits) ? digits : value;
}

/** inUnit is a number of an answer's data in full. */
export function inUnit(value: number, unit: string, language: Language): string {
  if (unit.startsWith("won")) return won(value, language) + (areas[language][unit] ?? "");
  const n = value.toLocaleString(language, { maximumFractionDigits: 2 });
  return unit === "percent" || unit === "pct" ? `${n}%` : n;
}

const areas: Record<Language, Record<string, string>> = {
  ko: { won_per_m2: "/㎡", won_per_pyeong: "/평" },
  en: { won_per_m2: "/㎡", won_per_pyeong: "/pyeong" },
};

/** onAxis is a round number of an axis: as inUnit, with large sums of English
 *  in millions, since an axis has no room for all their zeros. */
export function onAxis(value: number, unit: string, language: Language): string {
  if (value === 0) return "0";
  if (!unit.startsWith("won") || language === "ko" || Math.abs(value) < 1e6)
    return unit.startsWith("won") ? won(value, language) : inUnit(value, unit, language);
  return `KRW\u00a0${(value / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })}M`;
}
