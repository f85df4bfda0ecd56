// A lesson: the quiz to be answered, how it was marked, and where one stands.
import { Button } from "antd";
import { useState } from "react";
import { useDeeds } from "../chat/context.ts";
import { Icon } from "../shell/Icon.tsx";
import type { Response } from "../view/types.ts";
import { said, useLanguage, useWords } from "../words/index.ts";
import { count, part, text, type Thing, things, texts } from "./data.ts";
import { ProgressCard } from "./ProgressCard.tsx";

export default function Study({ response, last }: { response: Response; last: boolean }) {
  const quiz = part(response, "quiz"),
    evaluation = part(response, "evaluation"),
    progress = part(response, "progress"),
    lesson = part(response, "lesson");
  // The last marks stay in the data; they are shown where they were given.
  const marked = (response.structured_data?.metadata?.intent_type ?? "evaluation") === "evaluation";
  return (
    <div className="study">
      {evaluation && marked && <Evaluation evaluation={evaluation} />}
      {quiz && <Quiz quiz={quiz} last={last} />}
      {progress && <ProgressCard progress={progress} />}
      {lesson && <Lesson lesson={lesson} last={last} quizzing={Boolean(quiz)} />}
    </div>
  );
}

function Quiz({ quiz, last }: { quiz: Thing; last: boolean }) {
  const t = useWords().quiz;
  const { ask } = useDeeds();
  const [picked, setPicked] = useState<number>();
  const options = texts(quiz.options),
    hints = texts(quiz.hints);
  const left = count(quiz.hints_left);
  return (
    <div role="group" className="card quiz" aria-label={t.title(count(quiz.chapter))}>
      <p className="face-title">
        <Icon name="bulb" size={17} /> {t.title(count(quiz.chapter))}
        <span className="tag">{options.length > 0 ? t.choice : t.written}</span>
        <span className="tiny faint push">{t.pass(count(quiz.pass_score))}</span>
      </p>
      <p className="quiz-question">{text(quiz.question)}</p>
      {options.length > 0 && (
        <form
          onSubmit={(e) => {
            e.preventDefault();
            if (picked !== undefined && last) ask(String(picked + 1));
          }}
        >
          <fieldset disabled={!last}>
            <legend className="unseen">{text(quiz.question)}</legend>
            {options.map((o, i) => (
              <label key={o} className="option" data-picked={picked === i || undefined}>
                <input
                  type="radio"
                  name={`quiz-${count(quiz.number)}`}
                  value={i}
                  checked={picked === i}
                  onChange={() => setPicked(i)}
                />
                <span>
                  {i + 1}. {o}
                </span>
              </label>
            ))}
          </fieldset>
          {last && (
            <Button type="primary" htmlType="submit" disabled={picked === undefined}>
              {t.submit}
            </Button>
          )}
        </form>
      )}
      {hints.length > 0 && (
        <ul className="hints" aria-label={t.hints}>
          {hints.map((h) => (
            <li key={h}>
              <Icon name="bulb" size={15} /> {h}
            </li>
          ))}
        </ul>
      )}
      {last && (
        <div className="row wrap">
          {left > 0 && (
            <Button size="small" onClick={() => ask(t.say.hint)}>
              {t.hint(left)}
            </Button>
          )}
          <Button size="small" onClick={() => ask(t.say.give)}>
            {t.give}
          </Button>
        </div>
      )}
    </div>
  );
}

function Evaluation({ evaluation }: { evaluation: Thing }) {
  const t = useWords().evaluation;
  const language = useLanguage();
  const passed = evaluation.passed === true;
  const score = count(evaluation.score),
    limit = count(evaluation.limit) || 100;
  return (
    <div role="group" className="card mark" data-passed={passed || undefined} aria-label={passed ? t.passed : t.failed}>
      <div className="mark-score">
        <strong>{t.score(score)}</strong>
        <span className="tiny faint">{t.of(limit)}</span>
      </div>
      <div className="mark-body">
        <p>
          <span className={passed ? "tag good" : "tag warm"}>{passed ? t.passed : t.failed}</span>
        </p>
        <div className="bar still" aria-hidden="true">
          <i style={{ transform: `scaleX(${Math.min(1, score / limit)})` }} />
        </div>
        {things(evaluation.criteria).length > 0 && (
          <ul className="criteria" aria-label={t.criteria}>
            {things(evaluation.criteria).map((c, i) => (
              <li key={i} data-credit={text(c.credit)}>
                <span>{said(c.criterion, language)}</span>
                <span className="faint">
                  {count(c.earned)} / {count(c.points)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

/** Lesson tells the chapter, and what one can say next. */
function Lesson({ lesson, last, quizzing }: { lesson: Thing; last: boolean; quizzing: boolean }) {
  const words = useWords();
  const t = words.lesson;
  const { ask } = useDeeds();
  const chapter = count(lesson.chapter),
    chapters = count(lesson.chapters);
  const marked = text(lesson.session_progress_stage) === "quiz_and_feedback_completed";
  const level = text(lesson.level);
  return (
    <div className="lesson">
      <div className="lesson-line">
        <span className="dots" aria-hidden="true">
          {Array.from({ length: Math.min(chapters, 20) }, (_, i) => (
            <i key={i} data-at={i + 1 === chapter || undefined} data-past={i + 1 < chapter || undefined} />
          ))}
        </span>
        <span className="tiny faint">
          {t.chapter(chapter, chapters)} · {text(lesson.title)}
          {level && ` · ${t.level[level] ?? level}`}
        </span>
      </div>
      {last && !quizzing && (
        <div className="row wrap">
          {marked ? (
            <Button size="small" type="primary" onClick={() => ask(words.quiz.say.next)}>
              {t.next}
            </Button>
          ) : (
            <>
              <Button size="small" type="primary" onClick={() => ask(words.quiz.say.quiz)}>
                {t.quiz}
              </Button>
              <Button size="small" onClick={() => ask(t.again)}>
                {t.again}
              </Button>
            </>
          )}
          <Button size="small" onClick={() => ask(words.quiz.say.progress)}>
            {t.progress}
          </Button>
        </div>
      )}
    </div>
  );
}
