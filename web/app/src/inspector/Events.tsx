// What a run told its clients, in its order.
import type { RunEvent } from "@madang/client";
import { useMemo, useState } from "react";
import { Icon } from "../shell/Icon.tsx";
import { members } from "./json.ts";
import { mostEvents } from "./ask.ts";
import { lasted } from "./spans.ts";
import { Tree } from "./Tree.tsx";
import { useInspectorWords } from "./words.ts";

const page = 100;

export function Events({ list, start }: { list: readonly RunEvent[]; start: number }) {
  const t = useInspectorWords();
  const [type, setType] = useState("");
  const [most, setMost] = useState(page);
  const types = useMemo(() => [...new Set(list.map((e) => e.type))].sort(), [list]);
  const shown = type ? list.filter((e) => e.type === type) : list;
  if (list.length === 0) return <p className="quiet pad">{t.noEvents}</p>;
  return (
    <div className="insp-scroll">
      <div className="row between insp-bar">
        <span className="tiny quiet" role="status">
          {t.events(shown.length)}
          {list.length >= mostEvents && ` · ${t.newest(mostEvents)}`}
        </span>
        <select
          aria-label={t.filter}
          value={type}
          onChange={(e) => {
            setType(e.target.value);
            setMost(page);
          }}
        >
          <option value="">
            {t.filter}: {t.all}
          </option>
          {types.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <ol className="insp-events">
        {shown.slice(0, most).map((e) => (
          <Event key={e.seq} event={e} start={start} />
        ))}
      </ol>
      {shown.length > most && (
        <button type="button" className="link" onClick={() => setMost(most + page)}>
          {t.more(Math.min(page, shown.length - most))}
        </button>
      )}
    </div>
  );
}

function Event({ event, start }: { event: RunEvent; start: number }) {
  const t = useInspectorWords();
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button type="button" className="insp-event" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="insp-twist" data-open={open || undefined}>
          <Icon name="down" size={13} />
        </span>
        <span className="insp-no">{event.seq}</span>
        <code>{event.type}</code>
        <span className="tiny quiet insp-event-size">{t.size("object", members(event.payload).length)}</span>
        <span className="tiny insp-time push">+{lasted(Date.parse(event.created_at) - start)}</span>
      </button>
      {open && (
        <div className="insp-payload">
          <Tree value={event.payload} label={`${t.payload}: ${event.type}`} depth={1} />
        </div>
      )}
    </li>
  );
}
