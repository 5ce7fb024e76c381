import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Template } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { sayOffer } from "../words/say-offer.ts";
import { words } from "../words/words.ts";
import styles from "./marketplace.module.css";
import { templateQuery } from "./marketplace-queries.ts";
import { useReadAloud } from "./use-read-aloud.ts";

type Conversation = Template["conversations"][number];

/** Shows sample calls of a template in the viewer's language, where it has that; nothing for an agent without samples. */
export const SampleCalls = ({ templateId, language }: { templateId: string; language?: string | undefined }) => {
  const { data: template } = useQuery(templateQuery(templateId, language));
  const [chosen, setChosen] = useState("0");
  const conversation = template?.conversations[Number(chosen)];
  if (!template || !conversation || conversation.played.length === 0) return null;
  return (
    <div className={styles.sample}>
      <Choice
        label={words.marketplace.sampleOf(sayOffer(template.name))}
        value={chosen}
        onChange={setChosen}
        options={template.conversations.map(({ title }, index) => ({ value: String(index), label: title }))}
      />
      <SampleCall key={conversation.title} {...{ conversation }} language={template.language} />
    </div>
  );
};

/** Plays a sample call line by line, by itself where the browser can read it aloud. */
const SampleCall = ({
  conversation: { title, played },
  language,
}: {
  conversation: Conversation;
  language: string;
}) => {
  const [shown, setShown] = useState(1);
  const voice = useReadAloud(language);
  const isWhole = shown >= played.length;
  const listen = () => {
    const from = isWhole ? 0 : shown - 1;
    voice.read(played, from, (index) => setShown(index + 1));
  };
  return (
    <>
      <ol className={styles.lines} aria-label={title} lang={language} aria-live="polite">
        {played.slice(0, shown).map(({ speaker, text, step }, index) => (
          <li
            key={`${index} ${text}`}
            data-speaker={speaker}
            aria-current={voice.isReading && index === shown - 1 ? "true" : undefined}
          >
            <strong>
              {speaker === "agent" ? words.calls.spokenByAgent : words.calls.person} <small>{step}</small>
            </strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <div className={styles.hear}>
        {voice.hasVoice === true && (
          <Button onClick={voice.isReading ? voice.stop : listen}>
            {voice.isReading ? words.marketplace.stopReading : words.marketplace.listen}
          </Button>
        )}
        <Button disabled={isWhole || voice.isReading} onClick={() => setShown(shown + 1)}>
          {words.marketplace.nextLine}
        </Button>
        <Button kind="quiet" disabled={isWhole || voice.isReading} onClick={() => setShown(played.length)}>
          {words.marketplace.wholeCall}
        </Button>
      </div>
      <p className={styles.soft}>
        {voice.hasVoice === false && `${words.marketplace.noVoice} `}
        {words.marketplace.sampleText}
      </p>
    </>
  );
};
