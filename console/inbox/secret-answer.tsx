import { useState } from "react";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { words } from "../words/words.ts";
import type { AnswerProps } from "./answer-props.ts";
import styles from "./inbox.module.css";
import { postponeDecision } from "./pending-decisions.ts";
import { readSubjectText } from "./request-words.ts";

export const SecretAnswer = ({ request, onDecided }: AnswerProps) => {
  const [name, setName] = useState(readSubjectText(request, "name"));
  const [value, setValue] = useState("");
  const provide = () => {
    postponeDecision(
      { kind: "secret", eventId: request.event_id, name: name.trim(), value },
      words.inbox.decided["provided"] ?? words.inbox.provide,
    );
    onDecided();
  };
  return (
    <div className={styles.answer}>
      <Form
        onSubmit={provide}
        action={words.inbox.provide}
        needs="admin"
        isDisabled={value === "" || name.trim() === ""}
      >
        <TextField label={words.inbox.secretName} value={name} onChange={setName} maxLength={255} isRequired />
        <TextField
          label={words.inbox.secretValue}
          type="password"
          value={value}
          onChange={setValue}
          maxLength={4096}
          autoComplete="off"
          isRequired
          shortcut="a"
        />
      </Form>
      <p className={styles.soft}>{words.inbox.afterProvide}</p>
    </div>
  );
};
