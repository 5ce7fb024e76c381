import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import { Button, chooseButtonClass } from "../ui/button.tsx";
import { WEB_MODE } from "../ui/call-modes.ts";
import { CopyText } from "../ui/copy-text.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Problem } from "../ui/form.tsx";
import { ExternalLink, Mic } from "../ui/icons.ts";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";

interface TalkWithProps {
  agent: { id: number; name: string };
  /** Shows only an icon, for rows of a list. */
  isIcon?: boolean;
}

/** Creates the link of one web call, to open here or to send to somebody. */
export const TalkWith = ({ agent: { id, name }, isIcon = false }: TalkWithProps) => {
  const [isOpen, setOpen] = useState(false);
  const prepare = useAction({
    run: () =>
      callApi("POST /workflows/{workflow_id}/runs", {
        params: { workflow_id: id },
        body: { mode: WEB_MODE, name: words.agents.talkName },
      }),
    isQuietOnRefusal: true,
  });
  const begin = () => {
    setOpen(true);
    prepare.mutate();
  };
  return (
    <>
      {isIcon ? (
        <Button kind="quiet" needs="operator" label={words.agents.talkWith(name)} onClick={begin}>
          <Mic aria-hidden />
        </Button>
      ) : (
        <Button needs="operator" onClick={begin}>
          <Mic aria-hidden /> {words.agents.talk}
        </Button>
      )}
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={words.agents.talkWith(name)}
        text={words.agents.talkText}
      >
        {prepare.error && <Problem error={prepare.error} />}
        {prepare.isPending && <p role="status">{words.shell.loading}</p>}
        {prepare.data?.join && (
          <div className={styles.talkLink}>
            <CopyText label={words.agents.talkLink} value={prepare.data.join.page_url} />
            <p>{words.agents.talkOnce}</p>
            <div className={styles.talkActions}>
              <Link
                to="/calls/$agentId/$callId"
                params={{ agentId: id, callId: prepare.data.id }}
                className={chooseButtonClass()}
              >
                {words.agents.talkCall}
              </Link>
              <a
                className={chooseButtonClass("primary")}
                href={prepare.data.join.page_url}
                target="_blank"
                rel="noopener"
              >
                <ExternalLink aria-hidden /> {words.agents.talkOpen}
              </a>
            </div>
          </div>
        )}
      </Dialog>
    </>
  );
};
