import { useEffect, useState } from "react";
import { forgetConversations } from "../kept.ts";
import { type Backend, messageOf } from "../session/backend.ts";
import type { Identity } from "../wire.ts";
import { useWords } from "../words/index.ts";

/** Account says who is signed in, with the way in and out; nothing where the
 *  server asks nobody. */
export function Account({ backend }: { backend: Backend }) {
  const t = useWords().account;
  const [who, setWho] = useState<Identity>();
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    let here = true;
    backend.identity().then(
      (i) => here && setWho(i),
      () => {}, // what else is asked says so
    );
    return () => {
      here = false;
    };
  }, [backend]);
  if (!who?.required) return null;
  const name = who.signed_in ? who.name || who.user_id : who.guest ? t.guest : t.nobody;
  const leave = () =>
    backend.signOut().then(
      (address) => {
        forgetConversations(); // who signs in next is somebody else
        location.assign(address);
      },
      (e) => setTrouble(messageOf(e)),
    );
  return (
    <div className="account row between tiny">
      <span className="account-name" title={who.company_id ? `${name} · ${who.company_id}` : name}>
        {name}
      </span>
      {who.signed_in && who.sign_in_url && (
        <button type="button" className="link tiny" onClick={() => void leave()}>
          {t.signOut}
        </button>
      )}
      {!who.signed_in && who.sign_in_url && (
        <a className="link tiny" href={who.sign_in_url}>
          {t.signIn}
        </a>
      )}
      {trouble && (
        <span className="account-trouble" role="alert">
          {trouble}
        </span>
      )}
    </div>
  );
}
