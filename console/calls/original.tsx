import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { buildUrl, callApi } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Facts } from "../ui/page.tsx";
import { formatValue } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./calls.module.css";

const { original } = words.calls;
type Params = { workflow_id: number; run_id: number };

/** Shows, to who may see it and asks for it, what redaction has left out of a call. The look is noted, so it is not asked for again. */
export const Original = ({ address }: { address: { agentId: number; callId: number } }) => {
  const [isShown, setShown] = useState(false);
  const params = { workflow_id: address.agentId, run_id: address.callId };
  return (
    <Card
      title={original.title}
      aside={
        <Button needs="admin" onClick={() => setShown(!isShown)}>
          {isShown ? original.hide : original.show}
        </Button>
      }
    >
      {isShown ? <Shown params={params} /> : <p className={styles.none}>{original.text}</p>}
    </Card>
  );
};

const Shown = ({ params }: { params: Params }) => {
  const { data } = useQuery({
    queryKey: ["call", params.run_id, "original"],
    queryFn: () => callApi("GET /workflows/{workflow_id}/runs/{run_id}/original", { params }),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!data) return null;
  const spoken = data.entries.filter(({ is_original }) => is_original);
  const variables = Object.entries(data.variables);
  return (
    <>
      <ol className={styles.transcript}>
        {spoken.map(({ id, speaker, text }) => (
          <li key={id} data-speaker={speaker}>
            <div className={styles.speaker}>
              <strong>{speaker === "agent" ? words.calls.spokenByAgent : words.calls.person}</strong>
            </div>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      {variables.length > 0 && <Facts facts={variables.map(([name, value]) => [name, formatValue(value)] as const)} />}
      {data.recordings.map(({ part }) => (
        <audio
          key={part}
          className={styles.audio}
          controls
          preload="none"
          aria-label={original.recording}
          src={buildUrl("GET /workflows/{workflow_id}/runs/{run_id}/original/recording", { params, query: { part } })}
        />
      ))}
    </>
  );
};
