// What a run asks: its options, the steps to choose from, the time left.
import { Button, Checkbox, Input } from "antd";
import { lazy, Suspense, useEffect, useState } from "react";
import type { Question } from "../view/types.ts";
import { teamName, useWords } from "../words/index.ts";
import { useDeeds } from "./context.ts";
import { fieldsOf } from "./fieldsOf.ts";
import { Markdown } from "./Markdown.tsx";

const Fields = lazy(() => import("./Fields.tsx"));

const actions = new Set(["approve", "modify", "reject", "skip"]);

export function QuestionCard({ question, over }: { question: Question; over: boolean }) {
  return question.role ? <Elsewhere question={question} /> : <Own question={question} over={over} />;
}

/** Elsewhere is a question that another person answers: the user reads that it
 *  waits, and how it ended. */
function Elsewhere({ question }: { question: Question }) {
  const t = useWords();
  return (
    <div role="group" className="question" aria-label={t.inbox.waits}>
      <p className="question-head">{t.inbox.waits}</p>
      <Markdown text={question.message} />
      {question.resolved?.action && (
        <p className="tiny faint">{t.resolved[question.resolved.action] ?? t.resolved.answer}</p>
      )}
    </div>
  );
}

function Own({ question, over }: { question: Question; over: boolean }) {
  const t = useWords();
  const { conversation } = useDeeds();
  const [editing, setEditing] = useState(false);
  const [sent, setSent] = useState(false);
  const open = !question.resolved && !over;
  const reply = (action: "approve" | "modify" | "reject" | "answer" | "skip", payload?: unknown) => {
    setSent(true);
    void conversation.reply(question, action, payload).then((taken) => !taken && setSent(false));
  };
  const choose = (value: string, label: string) => {
    if (value === "modify" && question.plan) return setEditing(true);
    if (actions.has(value)) return reply(value as "approve");
    reply("answer", { text: value || label });
  };
  const fields = open && !question.plan ? fieldsOf(question.schema) : [];
  const options =
    question.options.length > 0
      ? question.options
      : question.type === "approval" || question.type === "plan_review"
        ? (["approve", "reject"] as const).map((value) => ({ value, label: t[value] }))
        : [];
  return (
    <div role="group" className="question" aria-label={t.question} data-open={open || undefined}>
      <p className="question-head">{t.question}</p>
      <Markdown text={question.message || t.answerBelow} />
      {open && editing && question.plan && (
        <StepChoice
          question={question}
          busy={sent}
          onCancel={() => setEditing(false)}
          onDone={(payload) => reply("modify", payload)}
        />
      )}
      {open && !editing && fields.length > 0 && (
        <Suspense fallback={null}>
          <Fields fields={fields} busy={sent} onDone={(payload) => reply("answer", payload)} />
        </Suspense>
      )}
      {open && !editing && options.length > 0 && (
        <div className="row wrap">
          {options.map((o, i) => (
            <Button
              key={o.value}
              type={i === 0 ? "primary" : "default"}
              disabled={sent}
              onClick={() => choose(o.value, o.label)}
            >
              {o.label}
            </Button>
          ))}
        </div>
      )}
      {open && question.takesText && <p className="tiny faint">{t.answerBelow}</p>}
      {open && question.expiresAt && <Countdown at={question.expiresAt} action={question.defaultAction} />}
      {question.resolved?.action && (
        <p className="tiny faint">
          {question.resolved.by === "expiry" ? t.expired : (t.resolved[question.resolved.action] ?? t.resolved.answer)}
        </p>
      )}
    </div>
  );
}

function StepChoice({
  question,
  busy,
  onCancel,
  onDone,
}: {
  question: Question;
  busy: boolean;
  onCancel(): void;
  onDone(payload: unknown): void;
}) {
  const t = useWords();
  const steps = question.plan?.steps ?? [];
  const [kept, setKept] = useState(() => new Set(steps.map((s) => s.step_id)));
  const [tasks, setTasks] = useState<Record<string, string>>({});
  const toggle = (id: string) =>
    setKept((k) => {
      const next = new Set(k);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const payload = () => ({
    modified_todos: steps.map((s) => ({
      step_id: s.step_id,
      status: kept.has(s.step_id) ? "pending" : "skipped",
      ...(tasks[s.step_id]?.trim() && tasks[s.step_id] !== s.task ? { task: tasks[s.step_id]?.trim() } : {}),
    })),
  });
  return (
    <fieldset className="choice">
      <legend>{t.chooseSteps}</legend>
      {steps.map((s) => (
        <div key={s.step_id} className="choice-row">
          <Checkbox checked={kept.has(s.step_id)} onChange={() => toggle(s.step_id)} aria-label={s.task} />
          <Input
            variant="underlined"
            defaultValue={s.task}
            maxLength={200}
            aria-label={`${t.renameStep}: ${s.task}`}
            disabled={!kept.has(s.step_id)}
            onChange={(e) => setTasks((all) => ({ ...all, [s.step_id]: e.target.value }))}
          />
          <span className="tag">{teamName(t, s.team)}</span>
        </div>
      ))}
      <div className="row wrap">
        <Button type="primary" disabled={busy || kept.size === 0} onClick={() => onDone(payload())}>
          {t.runChosen(kept.size)}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </fieldset>
  );
}

function Countdown({ at, action }: { at: string; action?: string }) {
  const t = useWords();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.max(0, Math.round((Date.parse(at) - now) / 1000));
  if (!Number.isFinite(left)) return null;
  const clock =
    left >= 86_400
      ? t.days(Math.floor(left / 86_400))
      : left >= 3600
        ? `${Math.floor(left / 3600)}:${String(Math.floor(left / 60) % 60).padStart(2, "0")}:${String(left % 60).padStart(2, "0")}`
        : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <p className="tiny faint">
      <span role="timer" className="clock">
        {t.left(clock)}
      </span>{" "}
      · {action === "approve" ? t.byDefault.approve : action === "cancel" ? t.byDefault.cancel : t.byDefault.other}
    </p>
  );
}
