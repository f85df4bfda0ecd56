// Which conversation is open stands in the address, so that tabs and the back
// button work.
import { useCallback, useEffect, useState } from "react";

/** openNow is the conversation that the address names; "" is none. */
export const openNow = (): string => /^#\/([A-Za-z0-9_.-]+)$/.exec(location.hash)?.[1] ?? "";

/** useAddress is the open conversation's id and the way to another. */
export function useAddress(): [string, (id: string) => void] {
  const [openId, setOpenId] = useState(openNow);
  useEffect(() => {
    const moved = () => setOpenId(openNow());
    addEventListener("hashchange", moved);
    return () => removeEventListener("hashchange", moved);
  }, []);
  const go = useCallback((id: string) => {
    if (openNow() !== id) location.hash = id ? `#/${id}` : "#/";
    setOpenId(id);
  }, []);
  return [openId, go];
}
