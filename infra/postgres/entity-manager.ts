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
 * statements on the same transaction see everything written before them, and reads see the writes: nothing has to be
 * flushed.
 */
export interface Entities {
  find<T extends object>(
    entity: EntityName<T>,
    where: FilterQuery<NoInfer<T>>,
    order?: Order<T>,
  ): Promise<Readonly<T>[]>;
  findOne<T extends object>(entity: EntityName<T>, where: FilterQuery<NoInfer<T>>): Promise<Readonly<T> | null>;
  /** Returns a row that must exist: throws when it is missing. */
  requireOne<T extends object>(entity: EntityName<T>, where: FilterQuery<NoInfer<T>>): Promise<Readonly<T>>;
  /** Locks the row until the end of the transaction. */
  lockOne<T extends object>(entity: EntityName<T>, where: FilterQuery<NoInfer<T>>): Promise<Readonly<T> | null>;
  count<T extends object>(entity: EntityName<T>, where?: FilterQuery<NoInfer<T>>): Promise<number>;
  /**
   * Inserts a row and returns it as stored, with the defaults of the table. Throws
   * `UniqueConstraintViolationException`.
   */
  create<T extends object>(entity: EntityName<T>, values: RequiredEntityData<T>): Promise<Readonly<T>>;
  /** Changes a row; undefined fields stay as they are, and `row` itself shows the change. */
  change<T extends object>(row: T, changes: Changes<T>): Promise<void>;
  /** Removes a row. Lock it first, because removing a missing row reports no error. */
  remove(row: object): Promise<void>;
}

export const wrapEntityManager = (em: EntityManager): Entities => ({
  // Every read refreshes the entity: another statement of this transaction may have changed it.
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

/** Throws when a row was changed by assignment: types forbid it, and the change would never be written. */
export const refuseUnwrittenChanges = (em: EntityManager): void => {
  const work = em.getUnitOfWork();
  work.computeChangeSets();
  const [unwritten] = work.getChangeSets();
  if (!unwritten) return;
  const columns = Object.keys(unwritten.payload).join(", ");
  throw new Error(`${unwritten.meta.className}: ${columns} changed by assignment; write the change with em.change`);
};
