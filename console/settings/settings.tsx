import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { preferencesQuery } from "../api/account.ts";
import { Refusal } from "../api/client.ts";
import type { OrganizationPreferences } from "../api/routes.ts";
import { SingleSignOn } from "../single-sign-on/single-sign-on.tsx";
import { Card } from "../ui/card.tsx";
import { FieldRow, TextField } from "../ui/fields.tsx";
import { Page } from "../ui/page.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { TIME_ZONES } from "../ui/time-zones.ts";
import { words } from "../words/words.ts";
import { AllowedNumbers } from "./allowed-numbers.tsx";
import { CallingHours } from "./calling-hours.tsx";
import { Disclosure } from "./disclosure.tsx";
import { RecordCard } from "./record-sealing.tsx";
import { Redaction } from "./redaction.tsx";
import { Retention } from "./retention.tsx";
import { RulePacks } from "./rule-packs.tsx";
import { SignInRules } from "./sign-in-rules.tsx";
import { useSavePreferences } from "./use-save-preferences.ts";

const { organization } = words;
const textOf = (value: number | string | null): string => (value === null ? "" : String(value));
const numberOf = (text: string): number | null => (text === "" ? null : Number(text));

export const Settings = () => {
  const { data } = useSuspenseQuery(preferencesQuery);
  return (
    <Page title={words.shell.settings} isNarrow>
      <p>{organization.settingsText}</p>
      <Card title={words.shell.settings}>
        <SettingsForm preferences={data} />
      </Card>
      <CallingHours preferences={data} />
      <AllowedNumbers preferences={data} />
      <Disclosure preferences={data} />
      <Redaction preferences={data} />
      <RulePacks preferences={data} />
      <SignInRules />
      <SingleSignOn />
      <Retention preferences={data} />
      <RecordCard />
    </Page>
  );
};

const SettingsForm = ({ preferences }: { preferences: OrganizationPreferences }) => {
  const [fields, setFields] = useState({
    name: preferences.name,
    country: textOf(preferences.country),
    timezone: textOf(preferences.timezone),
    testNumber: textOf(preferences.test_phone_number),
    concurrent: textOf(preferences.concurrent_call_limit),
    attempts: textOf(preferences.max_attempts_per_number_per_day),
    linkDays: textOf(preferences.artifact_link_days),
    retention: textOf(preferences.retention_days),
    keepRuns: textOf(preferences.keep_runs_days),
  });
  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const save = useSavePreferences(() => ({
    name: fields.name,
    country: fields.country.toUpperCase() || null,
    timezone: fields.timezone || null,
    test_phone_number: fields.testNumber.trim() || null,
    concurrent_call_limit: Number(fields.concurrent),
    max_attempts_per_number_per_day: numberOf(fields.attempts),
    artifact_link_days: Number(fields.linkDays),
    retention_days: numberOf(fields.retention),
    keep_runs_days: numberOf(fields.keepRuns),
  }));
  const faultOf = (name: string) =>
    save.error instanceof Refusal ? save.error.faults.find(({ loc }) => loc.includes(name))?.msg : undefined;
  return (
    <SaveForm save={save}>
      <TextField
        label={organization.organizationName}
        value={fields.name}
        onChange={set("name")}
        fault={faultOf("name")}
        isRequired
      />
      <FieldRow>
        <TextField
          label={organization.country}
          hint={organization.countryHint}
          value={fields.country}
          onChange={set("country")}
          fault={faultOf("country")}
          maxLength={2}
        />
        <TextField
          label={organization.timezone}
          value={fields.timezone}
          onChange={set("timezone")}
          fault={faultOf("timezone")}
          suggestions={TIME_ZONES}
          placeholder={Intl.DateTimeFormat().resolvedOptions().timeZone}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label={organization.concurrentCalls}
          hint={organization.concurrentCallsHint}
          type="number"
          min={1}
          value={fields.concurrent}
          onChange={set("concurrent")}
          fault={faultOf("concurrent_call_limit")}
          isRequired
        />
        <TextField
          label={organization.attemptsPerDay}
          hint={organization.attemptsPerDayHint}
          type="number"
          min={1}
          value={fields.attempts}
          onChange={set("attempts")}
          fault={faultOf("max_attempts_per_number_per_day")}
        />
      </FieldRow>
      <FieldRow>
        <TextField
          label={organization.linkDays}
          type="number"
          min={1}
          value={fields.linkDays}
          onChange={set("linkDays")}
          fault={faultOf("artifact_link_days")}
          isRequired
        />
        <TextField
          label={organization.retention}
          hint={organization.retentionHint}
          type="number"
          min={1}
          value={fields.retention}
          onChange={set("retention")}
          fault={faultOf("retention_days")}
        />
        <TextField
          label={organization.keepRuns}
          hint={organization.keepRunsHint}
          type="number"
          min={1}
          value={fields.keepRuns}
          onChange={set("keepRuns")}
          fault={faultOf("keep_runs_days")}
        />
      </FieldRow>
      <TextField
        label={organization.testNumber}
        hint={organization.testNumberHint}
        value={fields.testNumber}
        onChange={set("testNumber")}
        fault={faultOf("test_phone_number")}
        placeholder="+12025550123"
      />
    </SaveForm>
  );
};
