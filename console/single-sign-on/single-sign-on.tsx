import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, callApi, Refusal } from "../api/client.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { CopyText } from "../ui/copy-text.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { FieldRow, LongTextField, SwitchField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useHindrance } from "../ui/role.ts";
import { ShownOnce } from "../ui/secret.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";

type Settings = Answer<"GET /organizations/identity-provider">;
type Domain = Answer<"GET /organizations/domains">["domains"][number];
type ProvidedRole = "viewer" | "operator" | "admin";

const { singleSignOn } = words;
const key = ["single-sign-on"] as const;
const providerQuery = queryOptions({
  queryKey: [...key, "provider"],
  queryFn: () => callApi("GET /organizations/identity-provider"),
});
const domainsQuery = queryOptions({
  queryKey: [...key, "domains"],
  queryFn: async () => (await callApi("GET /organizations/domains")).domains,
});

/** The organization's identity provider and its domains; shown to admins, changed by owners. */
export const SingleSignOn = () => (useHindrance("admin") === undefined ? <Cards /> : null);

const Cards = () => {
  const { data } = useSuspenseQuery(providerQuery);
  return (
    <>
      <Card title={singleSignOn.title}>
        <p>{singleSignOn.text}</p>
        <CopyText label={singleSignOn.redirectUri} value={data.redirect_uri} />
        <CopyText label={singleSignOn.logOutUri} value={data.log_out_uri} />
        <ProviderForm key={data.provider?.issuer ?? ""} settings={data} />
      </Card>
      <Domains />
      <Directory settings={data} />
    </>
  );
};

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
      <CopyText label={singleSignOn.scimAddress} value={address} />
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

const isRole = (text: string): text is ProvidedRole => ["viewer", "operator", "admin"].includes(text);

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

const ProviderForm = ({ settings }: { settings: Settings }) => {
  const queries = useQueryClient();
  const { provider } = settings;
  const [fields, setFields] = useState({
    name: provider?.name ?? "",
    issuer: provider?.issuer ?? "",
    clientId: provider?.client_id ?? "",
    secret: "",
    claim: provider?.groups_claim ?? "groups",
    groups: writeGroups(settings),
  });
  const [defaultRole, setDefaultRole] = useState<ProvidedRole | typeof NOBODY>(provider?.default_role ?? NOBODY);
  const [isRequired, setRequired] = useState(provider?.is_required ?? false);
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
          options={[
            { value: NOBODY, label: singleSignOn.nobody },
            { value: "viewer", label: words.team.roleNames.viewer },
            { value: "operator", label: words.team.roleNames.operator },
            { value: "admin", label: words.team.roleNames.admin },
          ]}
        />
        <SwitchField
          label={singleSignOn.required}
          hint={singleSignOn.requiredHint}
          isOn={isRequired}
          onChange={setRequired}
        />
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

const Domains = () => {
  const queries = useQueryClient();
  const { data: domains } = useSuspenseQuery(domainsQuery);
  const [domain, setDomain] = useState("");
  const onDone = () => queries.invalidateQueries({ queryKey: key });
  const add = useAction({
    run: () => callApi("POST /organizations/domains", { body: { domain } }),
    onDone: async () => {
      setDomain("");
      await onDone();
    },
    isQuietOnRefusal: true,
  });
  const columns: readonly Column<Domain>[] = [
    {
      name: singleSignOn.domain,
      cell: (row) => (
        <>
          {row.domain}{" "}
          {row.proved_at ? (
            <Badge tone="good">{singleSignOn.proved}</Badge>
          ) : (
            <p className={table.soft}>
              {singleSignOn.record} <code>{row.dns_name}</code> TXT <code>{row.dns_text}</code>
            </p>
          )}
        </>
      ),
      width: 3,
    },
    { name: words.shell.more, isNameHidden: true, cell: (row) => <DomainCommands domain={row} onDone={onDone} /> },
  ];
  return (
    <Card title={singleSignOn.domains}>
      <p>{singleSignOn.domainsText}</p>
      {domains.length > 0 && (
        <DataTable label={singleSignOn.domains} columns={columns} rows={domains} keyOf={({ id }) => id} />
      )}
      <Form
        isQuestion
        onSubmit={() => add.mutate()}
        action={singleSignOn.addDomain}
        needs="owner"
        isBusy={add.isPending}
        isDisabled={domain === ""}
        error={add.error}
      >
        <TextField label={singleSignOn.domain} value={domain} onChange={setDomain} placeholder="example.com" />
      </Form>
    </Card>
  );
};

const DomainCommands = ({ domain, onDone }: { domain: Domain; onDone(): Promise<void> }) => {
  const params = { domain_id: domain.id };
  const check = useAction({
    run: () => callApi("POST /organizations/domains/{domain_id}/check", { params }),
    said: singleSignOn.isProved,
    onDone,
  });
  const mail = useAction({
    run: () => callApi("POST /organizations/domains/{domain_id}/mail", { params, body: { mailbox: "postmaster" } }),
    said: ({ mailed_to: to }) => singleSignOn.mailed(to),
  });
  const remove = useAction({
    run: () => callApi("DELETE /organizations/domains/{domain_id}", { params }),
    onDone,
  });
  return (
    <div className={table.actions}>
      {domain.proved_at === null && (
        <>
          <Button needs="owner" aria-label={`${singleSignOn.check}: ${domain.domain}`} onClick={() => check.mutate()}>
            {singleSignOn.check}
          </Button>
          <Button needs="owner" aria-label={`${singleSignOn.mail}: ${domain.domain}`} onClick={() => mail.mutate()}>
            {singleSignOn.mail}
          </Button>
        </>
      )}
      <Button needs="owner" aria-label={`${singleSignOn.remove}: ${domain.domain}`} onClick={() => remove.mutate()}>
        {singleSignOn.remove}
      </Button>
    </div>
  );
};
