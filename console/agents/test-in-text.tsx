import { useEffect, useRef, useState } from "react";
import { callApi } from "../api/client.ts";
import type { TextSession } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Problem } from "../ui/form.tsx";
import { RotateCcw, Send, X } from "../ui/icons.ts";
import { Facts } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatName } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";
import { useTextSession } from "./use-text-session.ts";

interface TestInTextProps {
  agentId: number;
  /** The test that the page's address names. */
  begun: number | undefined;
  isChanged: boolean;
  /** Saves unsaved changes, so that the tested draft is what the canvas shows. */
  beforeStart(): Promise<void>;
  onStep(nodeId: string | null): void;
  onClose(): void;
}

export const TestInText = ({ agentId, begun, isChanged, beforeStart, onStep, onClose }: TestInTextProps) => {
  const { session, show } = useTextSession(agentId, begun);
  const start = useAction({
    run: async () => {
      await beforeStart();
      return callApi("POST /workflows/{workflow_id}/text-chat/sessions", {
        params: { workflow_id: agentId },
        body: {},
      });
    },
    onDone: show,
    isQuietOnRefusal: true,
  });
  const step = session?.checkpoint.current_node_id ?? null;
  useEffect(() => onStep(step), [step, onStep]);
  useEffect(() => () => onStep(null), [onStep]);
  return (
    <aside className={styles.panel} aria-label={words.agents.test}>
      <header className={styles.panelHead}>
        <div>
          <h2>{words.agents.test}</h2>
          <p>
            {words.agents.testText} {isChanged && words.agents.testSaves}
          </p>
        </div>
        <Button kind="quiet" label={words.shell.close} onClick={onClose}>
          <X aria-hidden />
        </Button>
      </header>
      {session ? (
        <Talk session={session} onChange={show} />
      ) : (
        <div className={styles.fields}>{start.error && <Problem error={start.error} />}</div>
      )}
      <footer className={styles.panelFoot}>
        <Button
          kind={session ? "plain" : "primary"}
          needs="operator"
          disabled={start.isPending}
          onClick={() => start.mutate()}
        >
          {start.isPending ? words.agents.thinking : session ? words.agents.again : words.agents.startTest}
        </Button>
      </footer>
    </aside>
  );
};

interface TalkProps {
  session: TextSession;
  onChange(session: TextSession): void;
}

const Talk = ({ session, onChange }: TalkProps) => {
  const [text, setText] = useState("");
  const end = useRef<HTMLLIElement>(null);
  const params = { workflow_id: session.workflow_id, run_id: session.workflow_run_id };
  const send = useAction({
    run: () =>
      callApi("POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/messages", { params, body: { text } }),
    onDone: (next) => {
      setText("");
      onChange(next);
    },
    isQuietOnRefusal: true,
  });
  const rewind = useAction({
    run: (turnId: string) =>
      callApi("POST /workflows/{workflow_id}/text-chat/sessions/{run_id}/rewind", {
        params,
        body: { cursor_turn_id: turnId },
      }),
    onDone: onChange,
  });
  const { turns } = session.session_data;
  const isThinking = send.isPending || session.session_data.status === "pending_assistant_turn";
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, [turns.length, isThinking]);
  const gathered = Object.entries(session.gathered_context).filter(([, value]) => value !== null && value !== "");
  return (
    <div className={styles.talk}>
      <ol className={styles.turns} aria-live="polite">
        {turns.map((turn, index) => (
          <li key={turn.id}>
            {turn.user_message && <p data-speaker="person">{turn.user_message.text}</p>}
            {turn.events.map((event) => (
              <small key={event.created_at + event.name}>
                {event.kind === "transition"
                  ? words.agents.went(formatName(event.name))
                  : words.agents.usedTool(formatName(event.name))}
              </small>
            ))}
            {turn.assistant_message && <p data-speaker="agent">{turn.assistant_message.text}</p>}
            {index < turns.length - 1 && !session.is_completed && (
              <Button kind="quiet" needs="operator" disabled={rewind.isPending} onClick={() => rewind.mutate(turn.id)}>
                <RotateCcw aria-hidden /> {words.agents.rewind}
              </Button>
            )}
          </li>
        ))}
        <li ref={end}>
          {isThinking && <small>{words.agents.thinking}</small>}
          {session.is_completed && <small>{words.agents.over}</small>}
        </li>
      </ol>
      {gathered.length > 0 && (
        <section aria-label={words.agents.gathered} className={styles.gathered}>
          <Facts
            facts={gathered.map(
              ([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const,
            )}
          />
        </section>
      )}
      {send.error && <Problem error={send.error} />}
      {!session.is_completed && (
        <form
          className={styles.say}
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== "" && !isThinking) send.mutate();
          }}
        >
          <input
            aria-label={words.agents.say}
            placeholder={words.agents.say}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" kind="primary" needs="operator" label={words.agents.send} disabled={isThinking}>
            <Send aria-hidden />
          </Button>
        </form>
      )}
    </div>
  );
};
