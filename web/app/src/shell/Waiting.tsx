import { useEffect, useRef, useState } from "react";

/** Waiting appears only when there is something to wait for. */
export function Waiting({ text }: { text: string }) {
  const [shown, setShown] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    timer.current = setTimeout(() => setShown(true), 250);
    return () => clearTimeout(timer.current);
  }, []);
  return <div className="middle">{shown && <p className="quiet pulse">{text}</p>}</div>;
}
