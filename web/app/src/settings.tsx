// Language and appearance: what the user chose, else what the system says.
import { ConfigProvider, theme as themes } from "antd";
import en from "antd/es/locale/en_US";
import ko from "antd/es/locale/ko_KR";
import { createContext, type ReactNode, use, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { kept } from "./kept.ts";
import { type Language, LanguageContext, speak } from "./words/index.ts";

export type Theme = "system" | "light" | "dark";

interface Choices {
  theme: Theme;
  dark: boolean;
  setTheme(theme: Theme): void;
  language: Language;
  setLanguage(language: Language): void;
}

const Context = createContext<Choices | null>(null);

export function useSettings(): Choices {
  const choices = use(Context);
  if (!choices) throw new Error("outside of Settings");
  return choices;
}

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener("change", changed);
      return () => list.removeEventListener("change", changed);
    },
    () => matchMedia(query).matches,
  );
}

/** The styles that components make carry the nonce that the page came with. */
const nonce = document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce || undefined;

const fonts =
  'Pretendard, system-ui, -apple-system, "Apple SD Gothic Neo", "Noto Sans KR", "Malgun Gothic", "NanumBarunGothic", "NanumGothic", sans-serif';

const colors = {
  light: {
    colorPrimary: "#2f6f5e",
    colorBgBase: "#ffffff",
    colorTextBase: "#1f2624",
    colorError: "#a8371f",
    colorTextPlaceholder: "#69736f",
    colorTextDescription: "#5a6460",
  },
  dark: {
    colorPrimary: "#7cc4ae",
    colorBgBase: "#1c1f20",
    colorTextBase: "#e8eae8",
    colorError: "#f0978a",
    colorTextLightSolid: "#10201b",
    colorTextPlaceholder: "#98a29e",
    colorTextDescription: "#a3aca8",
  },
};

export function Settings({ children }: { children: ReactNode }) {
  const [theme, setTheme] = useState<Theme>(() => kept.read<Theme>("theme") ?? "system");
  const [language, setLanguage] = useState<Language>(
    () => kept.read<Language>("language") ?? (navigator.language?.toLowerCase().startsWith("en") ? "en" : "ko"),
  );
  const night = useMedia("(prefers-color-scheme: dark)");
  const still = useMedia("(prefers-reduced-motion: reduce)");
  const touch = useMedia("(hover: none)");
  const dark = theme === "dark" || (theme === "system" && night);
  speak(language);

  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  }, [language, dark]);

  const choices = useMemo<Choices>(
    () => ({
      theme,
      dark,
      language,
      setTheme: (t) => {
        kept.write("theme", t);
        setTheme(t);
      },
      setLanguage: (l) => {
        kept.write("language", l);
        setLanguage(l);
      },
    }),
    [theme, dark, language],
  );

  return (
    <Context value={choices}>
      <LanguageContext value={language}>
        <ConfigProvider
          csp={nonce ? { nonce } : undefined}
          locale={language === "en" ? en : ko}
          // What opens out of a dialog has to lie in it: all else is behind it.
          getPopupContainer={(node) => node?.closest("dialog") ?? document.body}
          wave={{ disabled: true }}
          button={{ autoInsertSpace: false }}
          theme={{
            algorithm: dark ? themes.darkAlgorithm : themes.defaultAlgorithm,
            hashed: false,
            token: {
              ...(dark ? colors.dark : colors.light),
              fontFamily: fonts,
              fontSize: 15,
              borderRadius: 10,
              controlHeight: touch ? 44 : 38,
              controlHeightSM: touch ? 44 : 32,
              fontSizeSM: 14,
              paddingXS: 12,
              motion: !still,
              wireframe: false,
            },
            components: {
              Button: {
                primaryShadow: "none",
                defaultShadow: "none",
                dangerShadow: "none",
                contentFontSizeSM: 14,
                paddingInlineSM: 13,
                borderRadiusSM: 10,
              },
            },
          }}
        >
          {children}
        </ConfigProvider>
      </LanguageContext>
    </Context>
  );
}
