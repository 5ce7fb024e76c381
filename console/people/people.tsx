import { useSuspenseQuery } from "@tanstack/react-query";
import { accountQuery } from "../api/account.ts";
import { Empty, Page } from "../ui/page.tsx";
import { words } from "../words/words.ts";
import { Erasures } from "./erasures.tsx";
import { Exports } from "./exports.tsx";
import { FindPerson } from "./find-person.tsx";

/** What is known of a person, for admins: it is looked at, exported, erased. */
export const People = () => {
  const { data: account } = useSuspenseQuery(accountQuery);
  const isAdmin = account.role === "admin" || account.role === "owner";
  return (
    <Page title={words.people.title}>
      {isAdmin ? (
        <>
          <p>{words.people.intro}</p>
          <FindPerson />
          <Exports />
          <Erasures />
        </>
      ) : (
        <Empty title={words.people.forAdmins} text={words.people.forAdminsText} />
      )}
    </Page>
  );
};
