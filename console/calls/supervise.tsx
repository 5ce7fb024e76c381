import { useState } from "react";
import type { Run } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { LongTextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Headphones, Mic, PhoneOff } from "../ui/icons.ts";
import { Notice } from "../ui/notice.tsx";
import { Stack } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import styles from "./calls.module.css";
import { useSupervision } from "./use-supervision.ts";

const { supervision: says } = words;

/** Lets a supervisor listen to a live call, whisper to its agent and take it over. */
export const Supervise = ({ call }: { call: Run }) => {
  const supervised = useSupervision(call);
  const { supervision, listen } = supervised;
  if (supervision !== null) return <Supervised {...supervised} supervision={supervision} />;
  return (
    <Card title={says.title}>
      <p>{says.text}</p>
      <div className={styles.supervise}>
        <Button kind="primary" needs="supervisor" disabled={listen.isPending} onClick={() => listen.mutate()}>
          <Headphones aria-hidden /> {says.listen}
        </Button>
      </div>
    </Card>
  );
};

type Supervising = ReturnType<typeof useSupervision>;

const Supervised = ({
  supervision,
  ...supervising
}: Supervising & { supervision: NonNullable<Supervising["supervision"]> }) => {
  const { isTakenByOther, isWithoutMicrophone, whisper, takeOver, say, leave } = supervising;
  const hasCall = supervision.mode === "take_over";
  const impossible = supervision.no_take_over ? says.noTakeOver : isTakenByOther ? says.takenByOther : undefined;
  return (
    <Card title={says.title}>
      <Stack>
        <p role="status">
          <strong>{hasCall ? says.youHaveIt : isTakenByOther ? says.takenByOther : says.youListen}</strong>
        </p>
        {supervision.no_sound !== null && <p className={styles.none}>{hasCall ? says.inWriting : says.noSound}</p>}
        {isWithoutMicrophone && <Notice tone="warn" title={says.noMicrophone} />}
        {hasCall ? (
          <Words key="say" label={says.sayLabel} action={says.say} act={say} />
        ) : (
          <Words key="whisper" label={says.whisperLabel} action={says.whisper} act={whisper} />
        )}
        <div className={styles.supervise}>
          {hasCall ? (
            <>
              <Button disabled={leave.isPending} onClick={() => leave.mutate("goes_on")}>
                {says.handBack}
              </Button>
              <Button kind="danger" disabled={leave.isPending} onClick={() => leave.mutate("ends")}>
                <PhoneOff aria-hidden /> {says.endCall}
              </Button>
            </>
          ) : (
            <>
              <Button
                kind="danger"
                impossible={impossible}
                disabled={takeOver.isPending}
                onClick={() => takeOver.mutate()}
              >
                <Mic aria-hidden /> {says.takeOver}
              </Button>
              <Button disabled={leave.isPending} onClick={() => leave.mutate("goes_on")}>
                {says.leave}
              </Button>
            </>
          )}
        </div>
      </Stack>
    </Card>
  );
};

interface WordsProps {
  label: string;
  action: string;
  act: Supervising["say"];
}

const Words = ({ label, action, act }: WordsProps) => {
  const [text, setText] = useState("");
  return (
    <Form
      onSubmit={() => act.mutate(text, { onSuccess: () => setText("") })}
      action={action}
      isBusy={act.isPending}
      isDisabled={text.trim() === ""}
      isQuestion
    >
      <LongTextField label={label} value={text} onChange={setText} rows={2} />
    </Form>
  );
};
