import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { LongTextField } from "../ui/fields.tsx";
import { Play } from "../ui/icons.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useHindrance } from "../ui/role.ts";
import { words } from "../words/words.ts";
import styles from "./agents.module.css";
import type { FailedCheck, GateRefusal } from "./read-gate-refusal.ts";
import { sayCheck } from "./say-check.ts";

/** As short a reason as the API keeps. */
const SHORTEST_REASON = 10;

interface PublishGateProps {
  agentId: number;
  refused: GateRefusal;
  isBusy: boolean;
  onOverride(reason: string): void;
}

/** Says what is missing before a version may be published, offers to rehearse it, and lets an owner publish it all the same. */
export const PublishGate = ({ agentId, refused, isBusy, onOverride }: PublishGateProps) => {
  const [reason, setReason] = useState("");
  const mayOverride = useHindrance("owner") === undefined;
  const { isRed, scenarios, failedChecks } = refused;
  return (
    <div className={styles.gate}>
      <Notice
        tone={isRed ? "bad" : "warn"}
        title={isRed ? words.rehearsals.gateRed : words.rehearsals.gateNeeded}
        isUrgent
        action={
          <LinkButton to="/agents/$agentId/rehearsals" params={{ agentId }} search={{ start: true }} needs="operator">
            <Play aria-hidden /> {words.rehearsals.rehearse}
          </LinkButton>
        }
      >
        {failedChecks.length > 0 ? (
          <FailedChecks agentId={agentId} checks={failedChecks} />
        ) : scenarios.length > 0 ? (
          <>
            {words.rehearsals.gateScenarios}: {scenarios.join(", ")}
          </>
        ) : (
          words.rehearsals.gateNone
        )}
      </Notice>
      {mayOverride && (
        <>
          <LongTextField
            label={words.rehearsals.gateReason}
            hint={words.rehearsals.gateReasonHint}
            value={reason}
            onChange={setReason}
            rows={2}
          />
          <div>
            <Button
              kind="danger"
              needs="owner"
              disabled={isBusy || reason.trim().length < SHORTEST_REASON}
              onClick={() => onOverride(reason.trim())}
            >
              {words.rehearsals.gateOverride}
            </Button>
          </div>
        </>
      )}
    </div>
  );
};

const FailedChecks = ({ agentId, checks }: { agentId: number; checks: readonly FailedCheck[] }) => (
  <ul className={styles.failedChecks} aria-label={words.rehearsals.gateFailed}>
    {checks.map(({ rehearsal_id: rehearsalId, conversation_id: conversation, ...check }, index) => (
      <li key={index}>
        <strong>{check.scenario_name}</strong>: {sayCheck(check.expected)}
        {check.found !== null && ` (${sayCheck(check.found)})`}{" "}
        <Link
          className={styles.link}
          to="/agents/$agentId/rehearsals/$rehearsalId"
          params={{ agentId, rehearsalId }}
          search={{ conversation }}
        >
          {words.rehearsals.gateLook}
        </Link>
      </li>
    ))}
  </ul>
);
