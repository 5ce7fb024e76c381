import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { words } from "../words/words.ts";
import type { AnswerProps } from "./answer-props.ts";
import styles from "./inbox.module.css";
import { postponeDecision } from "./pending-decisions.ts";
import { listChoices } from "./request-words.ts";

/** Answers with one of the agent's choices or with a text. Key A takes the first choice, R the other one of two, E focuses the text. */
export const QuestionAnswer = ({ request, onDecided }: AnswerProps) => {
  const [text, setText] = useState("");
  const { event_id: eventId } = request;
  const choices = listChoices(request);
  const decide = (answer: { choice: string } | { text: string }, said: string) => {
    postponeDecision({ kind: "question", eventId, ...answer }, `${words.inbox.decided["answered"]}: ${said}`);
    onDecided();
  };
  return (
    <div className={styles.answer}>
      {choices.length > 0 && (
        <div className={styles.buttons}>
          {choices.map((choice, index) => (
            <Button
              key={choice}
              kind={index === 0 ? "primary" : "plain"}
              needs="operator"
              data-key={index === 0 ? "a" : choices.length === 2 ? "r" : undefined}
              onClick={() => decide({ choice }, choice)}
            >
              {choice}
            </Button>
          ))}
        </div>
      )}
      <Form
        onSubmit={() => decide({ text: text.trim() }, text.trim())}
        action={words.inbox.send}
        needs="operator"
        isDisabled={text.trim() === ""}
      >
        <TextField
          label={choices.length > 0 ? words.inbox.answerIn : words.inbox.answer}
          value={text}
          onChange={setText}
          maxLength={5000}
          shortcut={choices.length > 0 ? "e" : "a"}
        />
      </Form>
      <p className={styles.soft}>{words.inbox.afterAnswer}</p>
    </div>
  );
};
