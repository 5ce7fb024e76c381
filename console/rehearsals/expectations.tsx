import { sayCheck } from "../agents/say-check.ts";
import type { CheckResult } from "../api/routes.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { words } from "../words/words.ts";
import styles from "./rehearsals.module.css";

interface ExpectationsProps {
  checks: readonly CheckResult[];
  /** The check that is looked at. */
  looked: CheckResult | undefined;
  nameOf(stepId: string): string;
  onLook(check: CheckResult): void;
}

/** What was expected of a conversation: what failed comes first, and leads to its step. */
export const Expectations = ({ checks, looked, nameOf, onLook }: ExpectationsProps) => {
  if (checks.length === 0) return null;
  const sorted = [...checks.filter(({ passed }) => !passed), ...checks.filter(({ passed }) => passed)];
  return (
    <Card title={words.rehearsals.expected} count={checks.length} isFlush>
      <ul className={styles.checks}>
        {sorted.map((check, index) => (
          <li key={index} data-looked={check === looked}>
            <div className={styles.checkHead}>
              <Badge tone={check.passed ? "good" : "bad"}>
                {check.passed ? words.rehearsals.checkPassed : words.rehearsals.checkFailed}
              </Badge>
              {check.node_id !== null && (
                <Button kind="quiet" aria-pressed={check === looked} onClick={() => onLook(check)}>
                  {words.rehearsals.showStep(nameOf(check.node_id))}
                </Button>
              )}
            </div>
            <p>{sayCheck(check.expected)}</p>
            {check.found !== null && <p className={styles.found}>{sayCheck(check.found)}</p>}
            {check.sentences.length > 0 && (
              <details>
                <summary>{words.rehearsals.decided}</summary>
                {check.sentences.map((sentence, at) => (
                  <blockquote key={at}>{sentence}</blockquote>
                ))}
              </details>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
};
