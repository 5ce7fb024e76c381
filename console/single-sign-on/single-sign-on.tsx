import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, callApi, Refusal } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice, type Option } from "../ui/choice.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FieldRow, LongTextField, SwitchField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Stack } from "../ui/page.tsx";
import { useHindrance } from "../ui/role.ts";
import { ShownOnce } from "../ui/secret.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { Domains, singleSignOnKey as key } from "./domains.tsx";

type Settings = Answer<"GET /organizations/identity-provider">;
type ProvidedRole = "viewer" | "operator" | "supervisor" | "admin";

const { singleSignOn } = words;
const providerQuery = queryOptions({
  queryKey: [...key, "provider"],
  queryFn: () => callApi("GET /organizations/identity-provider"),
});

/** The organization's identity provider and its domains; shown to admins, changed by owners. */
export const SingleSignOn = () => (useHindrance("admin") === undefined ? <Cards /> : null);

const Cards = () => {
  const { data } = useSuspenseQuery(providerQuery);
  return (
    <>
      <Card title={singleSignOn.title}>
        <p>{singleSignOn.text}</p>
        <Stack>
          <Address label={singleSignOn.redirectUri} value={data.redirect_uri} />
          <Address label={singleSignOn.logOutUri} value={data.log_out_uri} />
          <Address label={singleSignOn.loggedOutUri} value={data.logged_out_uri} />
          <ProviderForm key={data.provider?.issuer ?? ""} settings={data} />
        </Stack>
      </Card>
      <Domains />
      <Directory settings={data} />
    </>
  );
};

/** An address to give to the provider, with what it is for. */
const Address = ({ label, value }: { label: string; value: string }) => (
  <div>
    <p>{label}</p>
    <CopyText label={label} value={value} />
  </div>
);

/** The token with which the organization's directory keeps its people here. */
const Directory = ({ settings: { directory, scim_base_url: address } }: { settings: Settings }) => {
  const queries = useQueryClient();
  const onDone = () => queries.invalidateQueries({ queryKey: key });
  const make = useAction({ run: () => callApi("POST /organizations/directory-token"), onDone });
  const remove = useAction({
    run: () => callApi("DELETE /organizations/directory-token"),
    said: singleSignOn.tokenRemoved,
    onDone,
  });
  return (
    <Card title={singleSignOn.directory}>
      <p>{singleSignOn.directoryText}</p>
      <Address label={singleSignOn.scimAddress} value={address} />
      {directory && <p>{singleSignOn.tokenThere(directory.token_prefix, formatMoment(directory.created_at))}</p>}
      <div className={table.actions}>
        {directory && (
          <Button needs="owner" onClick={() => remove.mutate()}>
            {singleSignOn.removeToken}
          </Button>
        )}
        <Button needs="owner" onClick={() => make.mutate()}>
          {directory ? singleSignOn.newToken : singleSignOn.makeToken}
        </Button>
      </div>
      <Dialog isOpen={Boolean(make.data)} onClose={make.reset} title={singleSignOn.directory} isUrgent>
        {make.data && <ShownOnce label={singleSignOn.token} value={make.data.token} onDone={make.reset} />}
      </Dialog>
    </Card>
  );
};

/** `group: role`, one a line, as people type it. */
const writeGroups = (settings: Settings): string =>
  (settings.provider?.group_roles ?? []).map(({ group, role }) => `${group}: ${role}`).join("\n");

const isRole = (text: string): text is ProvidedRole => ["viewer", "operator", "supervisor", "admin"].includes(text);

/** Returns null for a line that names no group and role. */
const readGroups = (text: string): { group: string; role: ProvidedRole }[] | null => {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const read = lines.map((line) => {
    const at = line.lastIndexOf(":");
    const [group, role] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    return at > 0 && group !== "" && isRole(role) ? { group, role } : null;
  });
  return read.every((each) => each !== null) ? read : null;
};

const NOBODY = "nobody";
const DEFAULT_ROLES: readonly Option<ProvidedRole | typeof NOBODY>[] = [
  { value: NOBODY, label: singleSignOn.nobody },
  { value: "viewer", label: words.team.roleNames.viewer },
  { value: "operator", label: words.team.roleNames.operator },
  { value: "supervisor", label: words.team.roleNames.supervisor },
  { value: "admin", label: words.team.roleNames.admin },
];

interface Switch {
  isOn: boolean;
  onChange(isOn: boolean): void;
}

const RequiredSwitch = (how: Switch) => (
  <SwitchField label={singleSignOn.required} hint={singleSignOn.requiredHint} {...how} />
);
const LogOutSwitch = (how: Switch) => (
  <SwitchField label={singleSignOn.logOutThere} hint={singleSignOn.logOutThereHint} {...how} />
);

const readFields = (settings: Settings) => ({
  name: settings.provider?.name ?? "",
  issuer: settings.provider?.issuer ?? "",
  clientId: settings.provider?.client_id ?? "",
  secret: "",
  claim: settings.provider?.groups_claim ?? "groups",
  groups: writeGroups(settings),
});

const ProviderForm = ({ settings }: { settings: Settings }) => {
  const queries = useQueryClient();
  const { provider } = settings;
  const [fields, setFields] = useState(() => readFields(settings));
  const [defaultRole, setDefaultRole] = useState<ProvidedRole | typeof NOBODY>(provider?.default_role ?? NOBODY);
  const [isRequired, setRequired] = useState(provider?.is_required ?? false);
  const [logsOutThere, setLogsOutThere] = useState(provider?.log_out_at_provider ?? false);
  const [isRemoving, setRemoving] = useState(false);
  const set = (name: keyof typeof fields) => (value: string) => setFields({ ...fields, [name]: value });
  const groups = readGroups(fields.groups);
  const onDone = () => queries.invalidateQueries({ queryKey: key });
  const save = useAction({
    run: () =>
      callApi("PUT /organizations/identity-provider", {
        body: {
          name: fields.name,
          issuer: fields.issuer,
          client_id: fields.clientId,
          client_secret: fields.secret || null,
          groups_claim: fields.claim,
          group_roles: groups ?? [],
          default_role: defaultRole === NOBODY ? null : defaultRole,
          is_required: isRequired,
          log_out_at_provider: logsOutThere,
        },
      }),
    said: words.shell.saved,
    onDone,
    isQuietOnRefusal: true,
  });
  const remove = useAction({
    run: () => callApi("DELETE /organizations/identity-provider"),
    said: singleSignOn.removed,
    onDone,
  });
  const faultOf = (name: string) =>
    save.error instanceof Refusal ? save.error.faults.find(({ loc }) => loc.includes(name))?.msg : undefined;
  return (
    <>
      <Form
        onSubmit={() => save.mutate()}
        action={words.shell.save}
        needs="owner"
        isBusy={save.isPending}
        isDisabled={groups === null}
        error={save.error}
        ways={
          provider && (
            <Button needs="owner" onClick={() => setRemoving(true)}>
              {singleSignOn.remove}
            </Button>
          )
        }
      >
        <FieldRow>
          <TextField
            label={singleSignOn.name}
            hint={singleSignOn.nameHint}
            value={fields.name}
            onChange={set("name")}
            isRequired
          />
          <TextField
            label={singleSignOn.issuer}
            hint={singleSignOn.issuerHint}
            type="url"
            value={fields.issuer}
            onChange={set("issuer")}
            fault={faultOf("issuer")}
            isRequired
          />
        </FieldRow>
        <FieldRow>
          <TextField label={singleSignOn.clientId} value={fields.clientId} onChange={set("clientId")} isRequired />
          <TextField
            label={singleSignOn.clientSecret}
            hint={provider ? singleSignOn.secretStays : undefined}
            type="password"
            autoComplete="off"
            value={fields.secret}
            onChange={set("secret")}
            isRequired={provider === null}
          />
        </FieldRow>
        <TextField label={singleSignOn.groupsClaim} value={fields.claim} onChange={set("claim")} isRequired />
        <LongTextField
          label={singleSignOn.groups}
          hint={singleSignOn.groupsHint}
          fault={groups === null ? singleSignOn.groupsFault : undefined}
          value={fields.groups}
          onChange={set("groups")}
          isCode
        />
        <Choice<ProvidedRole | typeof NOBODY>
          label={singleSignOn.defaultRole}
          hint={singleSignOn.defaultRoleHint}
          value={defaultRole}
          onChange={setDefaultRole}
          options={DEFAULT_ROLES}
        />
        <RequiredSwitch isOn={isRequired} onChange={setRequired} />
        <LogOutSwitch isOn={logsOutThere} onChange={setLogsOutThere} />
      </Form>
      <Confirm
        isOpen={isRemoving}
        onClose={() => setRemoving(false)}
        title={singleSignOn.removeTitle}
        text={singleSignOn.removeText}
        action={singleSignOn.remove}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
};
