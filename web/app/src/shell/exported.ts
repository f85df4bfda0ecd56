import { type Backend, plain } from "../session/backend.ts";
import { answerOf } from "../view/load.ts";
import { words } from "../words/index.ts";

/** exported hands the whole of a conversation to the browser as a file. */
export async function exported(
  backend: Backend,
  sessionId: string,
  title: string,
  format: "markdown" | "json",
): Promise<void> {
  const messages = await backend.all(sessionId);
  const t = words();
  const file =
    format === "json"
      ? new Blob([JSON.stringify({ session_id: sessionId, title, messages }, null, 2)], { type: "application/json" })
      : new Blob(
          [
            `# ${title}\n\n` +
              messages
                .map((m) => {
                  const text = m.role === "user" ? m.content : plain(answerOf(m)) || m.content;
                  const sources = m.role === "user" ? [] : (answerOf(m).structured_data?.metadata?.sources ?? []);
                  return `## ${m.role === "user" ? t.you : t.name} · ${new Date(m.created_at).toLocaleString(backend.language)}\n\n${text}\n${sources.length > 0 ? `\n> ${t.source}: ${sources.join(", ")}\n` : ""}`;
                })
                .join("\n"),
          ],
          { type: "text/markdown;charset=utf-8" },
        );
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = `${title.replace(/[\\/:*?"<>|\u0000-\u001f]/g, "_").slice(0, 60)}.${format === "json" ? "json" : "md"}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 30_000);
}
