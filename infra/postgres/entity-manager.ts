import {
  type EntityManager,
  type EntityName,
  type FilterQuery,
  LockMode,
  type QueryOrderMap,
  type RequiredEntityData,
} from "@mikro-orm/postgresql";

interface Order<T> {
  orderBy?: QueryOrderMap<T> | QueryOrderMap<T>[];
  limit?: number;
}

type Changes<T> = { readonly [Column in keyof T]?: T[Column] | undefined };

/**
 * Rows of one organization as entities. Each call is one statement (a write is sent before it returns), so that
 * statements on the same transaction see everything written before them, and reads see what they have written: there
 * is nothing to flush, and no order to remember.
 */
export interface Entities {
  find<T extends object>(
    entity: EntityName<T>,
    where: FilterQuery<NoInfer<T>>,
    order?: Order<T>,
  ): Promise<Readonly<T>[]>;
  findOne<T extends object>(entity: EntityName<T>, where: FilterQuery<NoInfer<T>>): Promise<Readonly<T> | null>;
  /** For a row that cannot be missing: throws when it is. */
  requireOne<T extends object>(entity: EntityName<T>, where: FilterQuery<NoInfer<T>>): Promise<Readonly<T>>;
  /** Until the end of the transaction nobody else changes the row. */
  lockOne<T extends object>(entity: EntityName<T>, where: FilterQuery<NoInfer<T>>): Promise<Readonly<T> | null>;
  count<T extends object>(entity: EntityName<T>, where?: FilterQuery<NoInfer<T>>): Promise<number>;
  /** The row as it is stored, with the defaults of the table. Throws `UniqueConstraintViolationException`. */
  create<T extends object>(entity: EntityName<T>, values: RequiredEntityData<T>): Promise<Readonly<T>>;
  /** What is undefined stays as it was; `row` itself shows the change. */
  change<T extends object>(row: T, changes: Changes<T>): Promise<void>;
  /** Lock the row first: the removal of a row that is gone already fails for nobody. */
  remove(row: object): Promise<void>;
}

export const entitiesOf = (em: EntityManager): Entities => ({
  // Read anew each time: another statement of this transaction may have changed what an earlier call has read.
  find: (entity, where, order) => em.find(entity, where, { ...order, refresh: true }),
  findOne: (entity, where) => em.findOne(entity, where, { refresh: true }),
  requireOne: (entity, where) => em.findOneOrFail(entity, where, { refresh: true }),
  lockOne: (entity, where) => em.findOne(entity, where, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true }),
  count: (entity, where) => em.count(entity, where),
  create: async (entity, values) => {
    const row = em.create(entity, values);
    await em.flush();
    return row;
  },
  change: async (row, changes) => {
    Object.assign(row, Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)));
    await em.flush();
  },
  remove: async (row) => {
    em.remove(row);
    await em.flush();
  },
});

/** Throws when a row was changed by assignment: types forbid it, and nothing would say when it is written. */
export const refuseUnwrittenChanges = (em: EntityManager): void => {
  const work = em.getUnitOfWork();
  work.computeChangeSets();
  const [unwritten] = work.getChangeSets();
  if (!unwritten) return;
  const columns = Object.keys(unwritten.payload).join(", ");
  throw new Error(`${unwritten.meta.className}: ${columns} changed by assignment; write the change with em.change`);
};
