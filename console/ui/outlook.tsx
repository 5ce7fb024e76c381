import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { CircleAlert, CircleCheck } from "./icons.ts";
import { Notice } from "./notice.tsx";
import styles from "./outlook.module.css";
import { describeFacts, describeRefusal, type RuleFinding } from "./rule-words.ts";

interface Outlook {
  may_be_dialled: boolean;
  blocked_by: string | null;
  sentence: string | null;
  next_at: string | null;
  rules: readonly RuleFinding[];
}

/** The first rule that does not pass decides. */
const describeDecision = ({ rules, blocked_by: by, sentence }: Outlook): string => {
  const finding = rules.find(({ rule }) => rule === by);
  return finding ? describeRefusal(finding) : (sentence ?? "");
};

/** Shows whether a number may be dialled now, why not, until when, and the result of each rule. */
export const OutlookRules = ({ outlook }: { outlook: Outlook }) => (
  <div className={styles.outlook}>
    <Notice
      tone={outlook.may_be_dialled ? "good" : "warn"}
      title={outlook.may_be_dialled ? words.contacts.mayBeDialled : words.contacts.notNow}
    >
      {!outlook.may_be_dialled && (
        <>
          {describeDecision(outlook)} {outlook.next_at && words.contacts.nextAt(formatMoment(outlook.next_at))}
        </>
      )}
    </Notice>
    <ul className={styles.rules} aria-label={words.contacts.rules}>
      {outlook.rules.map((finding) => (
        <li key={finding.rule} data-passes={finding.passes}>
          {finding.passes ? (
            <CircleCheck role="img" aria-label={words.contacts.passes} />
          ) : (
            <CircleAlert role="img" aria-label={words.contacts.blocks} />
          )}
          <div>
            <strong>{words.contacts.ruleNames[finding.rule] ?? finding.rule}</strong>
            <span>{describeFacts(finding.value)}</span>
            {!finding.passes && (
              <p>
                {describeRefusal(finding)} {finding.until && words.contacts.nextAt(formatMoment(finding.until))}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  </div>
);
