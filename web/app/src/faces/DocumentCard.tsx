import { Button } from "antd";
import { useDeeds } from "../chat/context.ts";
import { Icon } from "../shell/Icon.tsx";
import type { Response } from "../view/types.ts";
import type { Thing } from "./data.ts";
import { useWords } from "../words/index.ts";

/** ownPaths leaves out downloads that lead anywhere but to this server. */
export const ownPaths = (downloads: Record<string, string> | undefined): [string, string][] =>
  Object.entries(downloads ?? {}).filter(([, path]) => /^\/(?![/\\])/.test(path));

export function DocumentCard({
  link,
  kind,
  fields,
}: {
  link: NonNullable<Response["document"]>;
  kind: string;
  fields: Thing[];
}) {
  const t = useWords();
  const { showDocument } = useDeeds();
  const title = link.title || t.document;
  return (
    <div role="group" className="card document" aria-label={`${t.document}: ${title}`} data-kind={kind}>
      <span className="document-icon" aria-hidden="true">
        <Icon name="page" size={24} />
      </span>
      <div className="document-body">
        <p className="document-title">{title}</p>
        <div className="row wrap">
          <Button type="primary" onClick={() => showDocument(link.id, fields)} icon={<Icon name="eye" size={16} />}>
            {t.preview}
          </Button>
          <Downloads downloads={link.downloads} />
        </div>
      </div>
    </div>
  );
}

export function Downloads({ downloads }: { downloads: Record<string, string> | undefined }) {
  const t = useWords();
  return (
    <>
      {ownPaths(downloads).map(([format, path]) => {
        const name = t.formats[format] ?? format.toUpperCase();
        return (
          <a key={format} className="chip" href={path} download aria-label={t.download(name)}>
            <Icon name="download" size={15} />
            {name}
          </a>
        );
      })}
    </>
  );
}
