import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { CircleAlert, CircleCheck } from "./icons.ts";
import { Notice } from "./notice.tsx";
import styles from "./outlook.module.css";

interface Outlook {
  may_be_dialled: boolean;
  blocked_by: string | null;
  sentence: string | null;
  next_at: string | null;
  rules: readonly { rule: string; passes: boolean; value: string; sentence: string | null; until: string | null }[];
}

/** Shows whether a number may be dialled now, why not, until when, and the result of each rule. */
export const OutlookRules = ({ outlook }: { outlook: Outlook }) => (
  <div className={styles.outlook}>
    <Notice
      tone={outlook.may_be_dialled ? "good" : "warn"}
      title={outlook.may_be_dialled ? words.contacts.mayBeDialled : words.contacts.notNow}
    >
      {!outlook.may_be_dialled && (
        <>
          {outlook.sentence} {outlook.next_at && words.contacts.nextAt(formatMoment(outlook.next_at))}
        </>
      )}
    </Notice>
    <ul className={styles.rules} aria-label={words.contacts.rules}>
      {outlook.rules.map(({ rule, passes, value, sentence, until }) => (
        <li key={rule} data-passes={passes}>
          {passes ? (
            <CircleCheck role="img" aria-label={words.contacts.passes} />
          ) : (
            <CircleAlert role="img" aria-label={words.contacts.blocks} />
          )}
          <div>
            <strong>{words.contacts.ruleNames[rule] ?? rule}</strong>
            <span>{value}</span>
            {!passes && sentence && (
              <p>
                {sentence} {until && words.contacts.nextAt(formatMoment(until))}
              </p>
            )}
          </div>
        </li>
      ))}
    </ul>
  </div>
);
