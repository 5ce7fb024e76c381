import { words } from "../words/words.ts";
import { Button } from "./button.tsx";

interface ShowMoreProps {
  /** The pages of a list, as `useInfiniteQuery` returns them. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage(): Promise<unknown> };
  /** The button's label. Default: that it shows more. */
  label?: string;
  className?: string | undefined;
}

/** Renders a button below a list that reads its next page; renders nothing when there is none. */
export const ShowMore = ({ list, label = words.shell.showMore, className }: ShowMoreProps) =>
  list.hasNextPage ? (
    <div className={className}>
      <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
        {label}
      </Button>
    </div>
  ) : null;
