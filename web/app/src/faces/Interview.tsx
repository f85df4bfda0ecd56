// A practice interview: the open question, how an answer was marked, how far it
// has come, and the report at its end.
import { Button } from "antd";
import { useDeeds } from "../chat/context.ts";
import { Icon } from "../shell/Icon.tsx";
import type { Response } from "../view/types.ts";
import { useWords } from "../words/index.ts";
import { count, part, text, type Thing, thing, things, texts } from "./data.ts";
import { Radar } from "./Radar.tsx";

export default function Interview({ response, last }: { response: Response; last: boolean }) {
  const question = part(response, "question"),
    evaluation = part(response, "evaluation"),
    interview = part(response, "interview"),
    report = part(response, "report");
  return (
    <div className="interview">
      {evaluation && <Marked evaluation={evaluation} />}
      {question && <OpenQuestion question={question} last={last} />}
      {report && <Radar axes={things(report.radar).map((a) => ({ name: text(a.name), value: count(a.score) }))} />}
      {interview && <Standing interview={interview} />}
    </div>
  );
}

function OpenQuestion({ question, last }: { question: Thing; last: boolean }) {
  const t = useWords().interview;
  const { ask } = useDeeds();
  const difficulty = count(question.difficulty),
    left = count(question.hints_left);
  return (
    <div role="group" className="card quiz" aria-label={t.question(count(question.number))}>
      <p className="face-title">
        <Icon name="spark" size={17} /> {t.question(count(question.number))}
        {text(question.topic) && <span className="tag">{text(question.topic)}</span>}
        <span className="tiny faint push">{t.difficulty(difficulty)}</span>
      </p>
      <div className="bar still" aria-hidden="true">
        <i style={{ transform: `scaleX(${Math.min(1, difficulty / 100)})` }} />
      </div>
      <p className="quiz-question">{text(question.follow_up) || text(question.question)}</p>
      {last && (
        <div className="row wrap">
          <Button size="small" onClick={() => ask(t.say.explain)}>
            {t.say.explain}
          </Button>
          {left > 0 && (
            <Button size="small" onClick={() => ask(t.say.hint)}>
              {t.hint(left)}
            </Button>
          )}
          <Button size="small" onClick={() => ask(t.say.skip)}>
            {t.say.skip}
          </Button>
        </div>
      )}
    </div>
  );
}

function Marked({ evaluation }: { evaluation: Thing }) {
  const t = useWords().interview;
  const said = things(evaluation.points).filter((p) => texts(p.evidence).length > 0);
  const unsaid = things(evaluation.points).length - said.length;
  if (evaluation.skipped === true) return null;
  return (
    <div
      role="group"
      className="card mark"
      data-passed={count(evaluation.score) >= 60 || undefined}
      aria-label={t.marks}
    >
      <div className="mark-score">
        <strong>{t.score(count(evaluation.score))}</strong>
        <span className="tiny faint">{t.of}</span>
      </div>
      <div className="mark-body">
        <ul className="criteria" aria-label={t.points}>
          {said.map((p, i) => (
            <li key={i} data-credit={text(p.credit)}>
              <span>
                {text(p.name)}{" "}
                {texts(p.evidence).map((q) => (
                  <q key={q}>{q}</q>
                ))}
              </span>
              <span className="faint">
                {count(p.earned)} / {count(p.points)}
              </span>
            </li>
          ))}
          {unsaid > 0 && <li className="faint">{t.unsaid(unsaid)}</li>}
        </ul>
      </div>
    </div>
  );
}

/** Standing is how many questions were answered, and where the ability lies. */
function Standing({ interview }: { interview: Thing }) {
  const { interview: t, inbox } = useWords();
  const ability = thing(interview.ability);
  const done = count(interview.scored),
    limit = count(interview.limit);
  if (limit === 0 || done === 0) return null;
  return (
    <p className="tiny faint interview-line">
      <span className="dots" aria-hidden="true">
        {Array.from({ length: Math.min(limit, 20) }, (_, i) => (
          <i key={i} data-past={i < done || undefined} />
        ))}
      </span>
      {t.done(done, limit)}
      {ability && ` · ${t.ability(count(ability.ability), count(ability.low), count(ability.high))}`}
      {interview.review === "pending" && <span className="tag push">{inbox.waits}</span>}
    </p>
  );
}
