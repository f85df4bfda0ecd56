// The empty page: who to talk to, and how to begin.
import { useState } from "react";
import { Composer } from "../chat/Composer.tsx";
import { Welcome } from "../chat/Welcome.tsx";
import { kept } from "../kept.ts";
import type { Backend } from "../session/backend.ts";
import { useWords } from "../words/index.ts";
import type { Assistants } from "./useAssistants.ts";
import { Waiting } from "./Waiting.tsx";

interface Props {
  backend: Backend;
  assistants: Assistants;
  review: boolean;
  onReview(on: boolean): void;
  /** begins a conversation; person is who is asking, where one can choose. */
  onStart(text: string, person: string): void;
}

export function Start({ backend, assistants, review, onReview, onStart }: Props) {
  const t = useWords();
  const [person, setPerson] = useState(kept.read<string>("person") ?? "");
  const pickPerson = (id: string) => {
    kept.write("person", id);
    setPerson(id);
  };
  const { list, trouble, chosen } = assistants;
  const start = (text: string) => onStart(text, person);
  const title = list?.find((a) => a.name === chosen)?.title;
  return (
    <>
      <div className="log-frame">
        <div className="log" tabIndex={0} role="region" aria-label={t.welcome}>
          {trouble ? (
            <div className="middle" role="alert">
              <p>{trouble}</p>
              <button type="button" className="plain" onClick={assistants.again}>
                {t.tryAgain}
              </button>
            </div>
          ) : list ? (
            <Welcome
              assistants={list}
              chosen={chosen}
              onChoose={assistants.choose}
              onAsk={start}
              backend={backend}
              person={person}
              onPerson={pickPerson}
            />
          ) : (
            <Waiting text={t.loading} />
          )}
        </div>
      </div>
      <Composer
        backend={backend}
        draft="new"
        busy={false}
        placeholder={title ? t.placeholderTo(title) : t.placeholder}
        review={review}
        onReview={onReview}
        onSend={start}
        onStop={() => {}}
      />
    </>
  );
}
