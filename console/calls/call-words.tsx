import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import type { Run } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { words } from "../words/words.ts";
import { transcriptQuery } from "./call-queries.ts";
import styles from "./calls.module.css";
import { pathOf } from "./link-paths.ts";
import { Recording } from "./recording.tsx";
import { RepeatInText } from "./repeat-in-text.tsx";
import { findLineAt, Transcript } from "./transcript.tsx";
import { usePlayback } from "./use-playback.ts";

// Loaded separately, because the canvas is the largest part of the console and comes after the words.
const CallPath = lazy(async () => ({ default: (await import("./call-path.tsx")).CallPath }));

/** Shows recording, words and visited steps, which follow the same playback. */
export const CallWords = ({ call }: { call: Run }) => {
  const address = { agentId: call.workflow_id, callId: call.id };
  const isLive = !call.is_completed;
  const playback = usePlayback();
  const { data } = useQuery(transcriptQuery(address, isLive));
  // Carriers record from the answer on.
  const beginsAt = call.recording_public_url && call.answered_at ? Date.parse(call.answered_at) : null;
  const secondsOf =
    beginsAt === null ? null : ({ at }: { at: string }) => Math.max(0, (Date.parse(at) - beginsAt) / 1000);
  const lit =
    secondsOf && playback.seconds !== null ? findLineAt(data?.entries ?? [], secondsOf, playback.seconds) : undefined;
  return (
    <>
      {call.mode !== "textchat" && <Recording call={call} playback={playback} />}
      <Card
        title={words.calls.transcript}
        aside={
          <>
            {call.transcript_public_url && (
              <a href={pathOf(call.transcript_public_url, "format=txt")} className={styles.download}>
                {words.calls.download}
              </a>
            )}
            {call.is_completed && <RepeatInText call={call} entries={data?.entries ?? []} />}
          </>
        }
      >
        <Transcript
          address={address}
          isLive={isLive}
          lit={lit?.id ?? null}
          secondsOf={secondsOf}
          onPlay={playback.playFrom}
        />
      </Card>
      <Suspense>
        <CallPath call={call} entries={data?.entries ?? []} lit={lit?.node_id ?? null} />
      </Suspense>
    </>
  );
};
