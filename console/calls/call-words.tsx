import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Run } from "../api/routes.ts";
import { TEXT_MODE } from "../ui/call-modes.ts";
import { Card } from "../ui/card.tsx";
import { words } from "../words/words.ts";
import { transcriptQuery } from "./call-queries.ts";
import styles from "./calls.module.css";
import { Gathered } from "./gathered.tsx";
import { pathOf } from "./link-paths.ts";
import { MakeScenario } from "./make-scenario.tsx";
import { Original } from "./original.tsx";
import { Recording } from "./recording.tsx";
import { RepeatInText } from "./repeat-in-text.tsx";
import { findLineAt, Transcript } from "./transcript.tsx";
import { TurnTimes } from "./turn-times.tsx";
import { usePlayback } from "./use-playback.ts";

// Loaded separately, because the canvas is the largest part of the console and comes after the words.
const CallPath = lazy(async () => ({ default: (await import("./call-path.tsx")).CallPath }));

interface CallWordsProps {
  call: Run;
  /** The line of the transcript that the page's address names. */
  sought: number | undefined;
}

/** Shows recording, words, what was gathered from them and the visited steps, which follow the same playback. */
export const CallWords = ({ call, sought }: CallWordsProps) => {
  const address = { agentId: call.workflow_id, callId: call.id };
  const isLive = !call.is_completed;
  const playback = usePlayback();
  const [shown, setShown] = useState<{ entryId: number } | null>(sought === undefined ? null : { entryId: sought });
  const { data } = useQuery(transcriptQuery(address, isLive));
  // Carriers record from the answer on.
  const beginsAt = call.recording_public_url && call.answered_at ? Date.parse(call.answered_at) : null;
  const secondsOf =
    beginsAt === null ? null : ({ at }: { at: string }) => Math.max(0, (Date.parse(at) - beginsAt) / 1000);
  const lit =
    secondsOf && playback.seconds !== null ? findLineAt(data?.entries ?? [], secondsOf, playback.seconds) : undefined;
  return (
    <>
      {call.mode !== TEXT_MODE && <Recording call={call} playback={playback} />}
      <Card
        title={words.calls.transcript}
        aside={
          <>
            {call.transcript_public_url && (
              <a href={pathOf(call.transcript_public_url, "format=txt")} className={styles.download}>
                {words.calls.download}
              </a>
            )}
            {call.is_completed && (data?.entries.length ?? 0) > 0 && <MakeScenario call={call} />}
            {call.is_completed && <RepeatInText call={call} entries={data?.entries ?? []} />}
          </>
        }
      >
        <Transcript
          address={address}
          isLive={isLive}
          lit={lit?.id ?? null}
          shown={shown}
          secondsOf={secondsOf}
          onPlay={playback.playFrom}
        />
      </Card>
      {data?.has_original && <Original address={address} />}
      <TurnTimes turns={data?.turns ?? []} />
      <Gathered
        call={call}
        secondsOf={secondsOf}
        onPlay={playback.playFrom}
        onShow={(entryId) => setShown({ entryId })}
      />
      <Suspense>
        <CallPath call={call} entries={data?.entries ?? []} lit={lit?.node_id ?? null} />
      </Suspense>
    </>
  );
};
