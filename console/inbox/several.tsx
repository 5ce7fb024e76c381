import { Checkbox } from "@base-ui/react/checkbox";
import { useState } from "react";
import type { ListedRequest } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import fields from "../ui/field.module.css";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Check } from "../ui/icons.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./inbox.module.css";
import { NoteButtons } from "./note-buttons.tsx";
import { type Decision, postponeDecision } from "./pending-decisions.ts";
import { describeRequest, listChoices } from "./request-words.ts";

interface ChooseProps {
  request: ListedRequest;
  isChosen: boolean;
  onChange(isChosen: boolean): void;
}

/** Selects a request for a common answer. */
export const Choose = ({ request, isChosen, onChange }: ChooseProps) => (
  <Checkbox.Root
    className={fields.check}
    checked={isChosen}
    onCheckedChange={onChange}
    aria-label={words.inbox.choose(describeRequest(request))}
  >
    <Checkbox.Indicator className={fields.tick}>
      <Check aria-hidden />
    </Checkbox.Indicator>
  </Checkbox.Root>
);

interface SeveralProps {
  requests: readonly ListedRequest[];
  onDecided(): void;
}

/** Returns the choices that all of them have. */
const commonChoices = ([first, ...rest]: readonly ListedRequest[]): readonly string[] =>
  first ? listChoices(first).filter((choice) => rest.every((request) => listChoices(request).includes(choice))) : [];

/** Gives one answer to several requests of one kind; each can be undone for five seconds, like a single one. */
export const Several = ({ requests, onDecided }: SeveralProps) => {
  const kinds = new Set(requests.map(({ kind }) => kind));
  const [kind] = kinds;
  const decide = (decisionOf: (eventId: number) => Decision, said: string) => {
    for (const request of requests) postponeDecision(decisionOf(request.event_id), said);
    onDecided();
  };
  return (
    <section className={styles.detail} aria-label={words.inbox.several(formatWhole(requests.length))}>
      <h2>{words.inbox.several(formatWhole(requests.length))}</h2>
      <ul className={styles.chosen}>
        {requests.map((request) => (
          <li key={request.event_id}>{describeRequest(request)}</li>
        ))}
      </ul>
      {kinds.size > 1 || kind === "secret" ? (
        <p>{words.inbox.oneByOne}</p>
      ) : kind === "question" ? (
        <AnswerAll requests={requests} decide={decide} />
      ) : (
        <SettleAll key={kind} isEdit={kind === "edit"} decide={decide} />
      )}
      <div>
        <Button onClick={onDecided}>{words.inbox.chooseNone}</Button>
      </div>
    </section>
  );
};

type Decide = (decisionOf: (eventId: number) => Decision, said: string) => void;

const AnswerAll = ({ requests, decide }: { requests: readonly ListedRequest[]; decide: Decide }) => {
  const [text, setText] = useState("");
  const answered = (said: string) => `${words.inbox.decided["answered"]}: ${said}`;
  return (
    <div className={styles.answer}>
      <div className={styles.buttons}>
        {commonChoices(requests).map((choice) => (
          <Button
            key={choice}
            needs="operator"
            onClick={() => decide((eventId) => ({ kind: "question", eventId, choice }), answered(choice))}
          >
            {words.inbox.toAll(choice)}
          </Button>
        ))}
      </div>
      <Form
        onSubmit={() => decide((eventId) => ({ kind: "question", eventId, text: text.trim() }), answered(text.trim()))}
        action={words.inbox.sendAll}
        needs="operator"
        isDisabled={text.trim() === ""}
      >
        <TextField label={words.inbox.answer} value={text} onChange={setText} maxLength={5000} />
      </Form>
    </div>
  );
};

const SettleAll = ({ isEdit, decide }: { isEdit: boolean; decide: Decide }) => {
  const settle = (isYes: boolean, note?: string) => {
    const own = note === undefined ? {} : { note };
    if (isEdit) {
      const decision = isYes ? "publish" : "discard";
      return decide(
        (eventId) => ({ kind: "edit", eventId, decision, ...own }),
        words.inbox.decided[isYes ? "published" : "discarded"] ?? decision,
      );
    }
    const decision = isYes ? "confirm" : "decline";
    return decide(
      (eventId) => ({ kind: "action", eventId, decision, ...own }),
      words.inbox.decided[isYes ? "confirmed" : "declined"] ?? decision,
    );
  };
  return (
    <NoteButtons
      approve={isEdit ? words.inbox.publish : words.inbox.confirm}
      reject={isEdit ? words.inbox.discard : words.inbox.decline}
      needs={isEdit ? "admin" : "operator"}
      onApprove={() => settle(true)}
      onReject={(note) => settle(false, note)}
    />
  );
};
