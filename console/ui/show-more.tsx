import { words } from "../words/words.ts";
import { Button } from "./button.tsx";

interface ShowMoreProps {
  /** What lists page by page, as `useInfiniteQuery` does. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
  /** What the button says. Default: that it shows more. */
  label?: string;
  className?: string | undefined;
}

/** A button below a list that fetches its next page; nothing where there is none. */
export const ShowMore = ({ list, label = words.shell.showMore, className }: ShowMoreProps) =>
  list.hasNextPage ? (
    <div className={className}>
      <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </div>
  ) : null;
