// The steps of a plan as a living list, those that run side by side beside
// each other.
import { useState } from "react";
import { Icon } from "../shell/Icon.tsx";
import { waves } from "../view/plan.ts";
import type { Plan, RunView, Step } from "../view/types.ts";
import { teamName, useWords } from "../words/index.ts";
import { useDeeds } from "./context.ts";

export function Waves({ plan, run, live }: { plan: Plan; run: RunView; live: boolean }) {
  const t = useWords();
  const names = new Map(plan.steps.map((s) => [s.step_id, s.task]));
  return (
    <ol className="waves">
      {waves(plan).map((wave) => (
        <li key={wave[0]?.step_id} className="wave" data-wide={wave.length > 1 || undefined}>
          {wave.length > 1 && (
            <p className="wave-head">{t.sideBySide(new Set(wave.map((s) => s.team)).size, wave.length)}</p>
          )}
          <ul className="steps">
            {wave.map((s) => (
              <StepRow
                key={s.step_id}
                step={s}
                run={run}
                live={live}
                after={s.depends_on
                  .map((d) => names.get(d))
                  .filter(Boolean)
                  .join(", ")}
              />
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function StepRow({ step, run, live, after }: { step: Step; run: RunView; live: boolean; after: string }) {
  const t = useWords();
  const { conversation } = useDeeds();
  const [asked, setAsked] = useState(false);
  const working = live && step.status === "in_progress";
  const note =
    step.status === "failed"
      ? step.error || t.status.failed
      : working
        ? step.note
        : step.result?.summary || (step.description !== step.task ? step.description : "");
  const canSkip = live && run.status === "running" && (step.status === "pending" || step.status === "in_progress");
  return (
    <li className="step" data-status={step.status} data-reused={Boolean(step.reused_from) || undefined}>
      <span className="step-mark" aria-hidden="true">
        {step.status === "completed" ? (
          <Icon name="check" size={13} />
        ) : step.status === "failed" ? (
          <Icon name="cross" size={12} />
        ) : step.reused_from ? (
          <Icon name="retry" size={11} />
        ) : step.status === "skipped" ? (
          <Icon name="skip" size={11} />
        ) : null}
      </span>
      <div className="step-body">
        <div className="step-line">
          <span className="step-task">{step.task}</span>
          <span className="tag">{teamName(t, step.team)}</span>
          <span className="step-state">
            {step.reused_from ? t.reused : (t.status[step.status] ?? step.status)}
            {step.attempt > 1 ? ` · ${t.attempt(step.attempt)}` : ""}
          </span>
        </div>
        <p className="step-note">{note || "\u00a0"}</p>
        {step.query && (
          <p className="step-after">
            {t.askedFor}: “{step.query}”
          </p>
        )}
        {after && step.status === "pending" && <p className="step-after">{t.after(after)}</p>}
        {working && (
          <div className="bar" aria-hidden="true">
            <i style={{ transform: `scaleX(${Math.max(3, step.progress_percentage) / 100})` }} />
          </div>
        )}
      </div>
      {canSkip && (
        <button
          type="button"
          className="mini"
          disabled={asked}
          aria-label={t.skipStep(step.task)}
          onClick={() => {
            setAsked(true);
            conversation.skip(step.step_id, run.id);
          }}
        >
          {t.skip}
        </button>
      )}
    </li>
  );
}
