// An answer: its text, what stands for its numbers, where it comes from, and
// what can be done with it. The same for one that just came and a stored one.
import { Button, Input } from "antd";
import { memo, useCallback, useMemo, useState } from "react";
import { Follows } from "../faces/Follows.tsx";
import { asks, Faces, Figures, hasTrip, leads } from "../faces/index.tsx";
import { toClipboard } from "../shell/clipboard.ts";
import { Fence } from "../shell/Fence.tsx";
import { Icon } from "../shell/Icon.tsx";
import { Menu } from "../shell/Menu.tsx";
import { plain } from "../session/backend.ts";
import type { Item, Response, RunView } from "../view/types.ts";
import { useLanguage, useWords } from "../words/index.ts";
import { CiteContext } from "./cite.ts";
import { useDeeds } from "./context.ts";
import { Markdown } from "./Markdown.tsx";
import { headOf, shapeOf } from "./shapeOf.ts";
import { Remarks } from "./Remarks.tsx";
import { type Shown, Sources } from "./Sources.tsx";
import { sourcesOf } from "./sourcesOf.ts";

export const Answer = memo(function Answer({
  item,
  run,
  last,
  own,
}: {
  item: Item & { kind: "answer" };
  run?: RunView;
  last: boolean;
  own: boolean;
}) {
  const t = useWords();
  const { response, stream } = item;
  if (!response) {
    return (
      <article className="answer" aria-busy="true">
        <h2 className="unseen">{t.name}</h2>
        <Markdown text={stream?.text ?? ""} streaming />
        <p className="writing pulse" aria-hidden="true">
          {t.writing}
        </p>
      </article>
    );
  }
  if (response.type === "error" || response.type === "cancelled") {
    const bad = response.type === "error";
    return (
      <article className="answer">
        <h2 className="unseen">{t.name}</h2>
        <div className="outcome" data-bad={bad || undefined}>
          <Icon name={bad ? "alert" : "stop"} size={18} />
          <p>{plain(response) || (bad ? t.failed : t.cancelled)}</p>
          {own && last && <Retry runId={item.runId} />}
        </div>
      </article>
    );
  }
  return (
    <article className="answer" data-kind={response.type}>
      <h2 className="unseen">{t.name}</h2>
      <Grounded response={response} runId={item.runId} last={last} />
      {last && !asks(response) && <Follows response={response} />}
      <Actions item={item} response={response} run={run} last={last} own={own} />
    </article>
  );
});

function Retry({ runId }: { runId: string }) {
  const t = useWords();
  const { conversation } = useDeeds();
  return (
    <Button size="small" onClick={() => conversation.retry(runId)}>
      {t.retry}
    </Button>
  );
}

/** Grounded is the text with its sources, to which its references lead. */
function Grounded({ response, runId, last }: { response: Response; runId: string; last: boolean }) {
  const language = useLanguage();
  const [shown, setShown] = useState<Shown>({ open: false });
  const origins = useMemo(() => sourcesOf(response, language), [response, language]);
  const names = useMemo(() => origins.map((o) => o.name), [origins]);
  const follow = useCallback((index: number) => setShown({ open: true, at: { index } }), []);
  return (
    <CiteContext value={follow}>
      <Body response={response} last={last} cites={names} />
      <div className="sources">
        <Remarks response={response} runId={runId} last={last} />
        <Sources response={response} origins={origins} shown={shown} onShow={setShown} />
      </div>
    </CiteContext>
  );
}

function Body({ response, last, cites }: { response: Response; last: boolean; cites: string[] }) {
  const t = useWords();
  const text = plain(response);
  const lead = leads(response);
  const shape = useMemo(() => (lead === undefined ? shapeOf(response) : undefined), [response, lead]);
  const head = lead !== undefined && hasTrip(response) ? headOf(lead) : shape;
  const first = head?.lead ?? lead ?? text;
  return (
    <>
      {head?.verdict && (
        <div className="verdict">
          <Markdown text={head.verdict} cites={cites} />
        </div>
      )}
      <Fence small>
        <Figures response={response} />
      </Fence>
      {first && <Markdown text={first} cites={cites} />}
      <Fence small>
        <Faces response={response} last={last} />
      </Fence>
      {shape?.parts.map((p) =>
        p.folded ? (
          <details key={p.section.title} className="more">
            <summary>{p.section.title}</summary>
            <Markdown text={p.text} cites={cites} />
          </details>
        ) : (
          <section key={p.section.title} className="part" data-icon={p.section.icon}>
            <h3>{p.section.title}</h3>
            <Markdown text={p.text} cites={cites} />
          </section>
        ),
      )}
      {lead !== undefined && text && (
        <details className="more">
          <summary>{t.fullText}</summary>
          <Markdown text={text} cites={cites} />
        </details>
      )}
    </>
  );
}

function Actions({
  item,
  response,
  run,
  last,
  own,
}: {
  item: Item & { kind: "answer" };
  response: Response;
  run?: RunView;
  last: boolean;
  own: boolean;
}) {
  const t = useWords();
  const { conversation, inspect, say } = useDeeds();
  const [asking, setAsking] = useState(false);
  const copy = () => void toClipboard(plain(response)).then(() => say(t.copied));
  const rate = (rating: "positive" | "negative", comment?: string) =>
    void conversation.rate(item.runId, rating, comment).then((done) => {
      if (done) {
        say(t.thanks);
        setAsking(false);
      }
    });
  const items = [
    { key: "retry", label: t.retry, icon: "retry" as const, act: () => conversation.retry(item.runId) },
    { key: "details", label: t.details, icon: "search" as const, act: () => inspect(item.runId) },
  ];
  return (
    <>
      <div className="actions" data-last={last || undefined}>
        <button type="button" className="ghost" aria-label={t.copy} title={t.copy} onClick={copy}>
          <Icon name="copy" size={16} />
        </button>
        {own && (
          <>
            <button
              type="button"
              className="ghost"
              aria-label={t.good}
              title={t.good}
              aria-pressed={run?.rating === "positive"}
              onClick={() => rate("positive")}
            >
              <Icon name="good" size={16} />
            </button>
            <button
              type="button"
              className="ghost"
              aria-label={t.bad}
              title={t.bad}
              aria-pressed={run?.rating === "negative"}
              onClick={() => {
                rate("negative");
                setAsking(true);
              }}
            >
              <Icon name="bad" size={16} />
            </button>
            <Menu label={t.runMenu} items={items} />
          </>
        )}
      </div>
      {asking && <Comment onDone={(text) => (text ? rate("negative", text) : setAsking(false))} />}
    </>
  );
}

function Comment({ onDone }: { onDone(text: string): void }) {
  const t = useWords();
  const [text, setText] = useState("");
  return (
    <form
      className="comment"
      onSubmit={(e) => {
        e.preventDefault();
        onDone(text.trim());
      }}
    >
      <Input
        value={text}
        onChange={(e) => setText(e.target.value)}
        placeholder={t.comment}
        aria-label={t.comment}
        maxLength={1000}
      />
      <Button htmlType="submit">{t.submit}</Button>
    </form>
  );
}
