import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, callApi } from "../api/client.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";

type Domain = Answer<"GET /organizations/domains">["domains"][number];

const { singleSignOn } = words;

export const singleSignOnKey = ["single-sign-on"] as const;
const domainsQuery = queryOptions({
  queryKey: [...singleSignOnKey, "domains"],
  queryFn: async () => (await callApi("GET /organizations/domains")).domains,
});

/** The domains of the organization, what proves each, and a field for another one. */
export const Domains = () => {
  const queries = useQueryClient();
  const { data: domains } = useSuspenseQuery(domainsQuery);
  const [domain, setDomain] = useState("");
  const onDone = () => queries.invalidateQueries({ queryKey: singleSignOnKey });
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
