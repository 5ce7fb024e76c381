import { Menu as BaseMenu } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import styles from "./menu.module.css";
import { type Role, useHindrance } from "./role.ts";

export const Menu = ({ trigger, children }: { trigger: ReactElement; children: ReactNode }) => (
  <BaseMenu.Root>
    <BaseMenu.Trigger render={trigger} />
    <BaseMenu.Portal>
      <BaseMenu.Positioner className={styles.positioner} sideOffset={6} align="end">
        <BaseMenu.Popup className={styles.popup}>{children}</BaseMenu.Popup>
      </BaseMenu.Positioner>
    </BaseMenu.Portal>
  </BaseMenu.Root>
);

interface MenuItemProps {
  icon: ReactNode;
  /** Why it cannot be selected now; it is shown below the words. */
  impossible?: string | undefined;
  /** The lowest role that may select it. */
  needs?: Role;
  onSelect(): void;
  children: ReactNode;
}

export const MenuItem = ({ icon, impossible, needs, onSelect, children }: MenuItemProps) => {
  const hindrance = useHindrance(needs);
  return (
    <BaseMenu.Item
      className={styles.item}
      disabled={impossible !== undefined || hindrance !== undefined}
      title={hindrance}
      onClick={onSelect}
    >
      {icon}
      <span>
        {children}
        {impossible && <small className={styles.impossible}>{impossible}</small>}
      </span>
    </BaseMenu.Item>
  );
};
