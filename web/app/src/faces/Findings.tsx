// What a check against rules found: each broken rule with the words that break
// it, what a person has to look at, and what has to be changed.
import { Icon } from "../shell/Icon.tsx";
import { useWords } from "../words/index.ts";
import { text, type Thing, things } from "./data.ts";

export default function Findings({ outcome }: { outcome: Thing }) {
  const t = useWords().findings;
  const violations = things(outcome.violations),
    unclear = things(outcome.unclear),
    changes = things(outcome.required_modifications);
  const risk = text(outcome.risk_level);
  return (
    <div role="group" className="card findings" aria-label={t.title}>
      <p className="face-title">
        <Icon name={violations.length > 0 ? "alert" : "check"} size={17} /> {t.title}
        <span className={risk === "low" ? "tag good push" : "tag warm push"}>{t.risk[risk] ?? risk}</span>
      </p>
      {violations.length === 0 && unclear.length === 0 && <p>{t.none}</p>}
      <ul>
        {violations.map((v) => (
          <Finding key={text(v.rule)} finding={v} />
        ))}
      </ul>
      {unclear.length > 0 && (
        <>
          <h3>{t.unclear}</h3>
          <ul>
            {unclear.map((v) => (
              <Finding key={text(v.rule)} finding={v} open />
            ))}
          </ul>
        </>
      )}
      {changes.length > 0 && (
        <>
          <h3>{t.changes}</h3>
          <ul className="findings-changes">
            {changes.map((c, i) => (
              <li key={i}>{text(c.text)}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Finding({ finding, open }: { finding: Thing; open?: boolean }) {
  const t = useWords().findings;
  const severity = text(finding.severity);
  return (
    <li>
      <p>
        <span className={open || finding.warning === true ? "tag" : "tag warm"}>
          {open ? t.open : (t.severity[severity] ?? severity)}
        </span>{" "}
        <strong>{text(finding.title)}</strong> <span className="tiny faint">{text(finding.rule)}</span>
      </p>
      {text(finding.why) && <p>{text(finding.why)}</p>}
      {things(finding.quotes).map((q, i) => (
        <Span key={i} quote={q} />
      ))}
      {text(finding.article) && <p className="tiny faint">{text(finding.article)}</p>}
    </li>
  );
}

/** Span is the words that a finding is about, and the field they stand in. */
function Span({ quote }: { quote: Thing }) {
  const words = text(quote.text),
    from = text(quote.field);
  if (!words) return null;
  return (
    <blockquote className="findings-quote">
      {from && <span className="tiny faint">{from} </span>}
      <mark>{words}</mark>
    </blockquote>
  );
}
