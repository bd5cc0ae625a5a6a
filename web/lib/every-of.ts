/**
 * A list that names every member of a union, in the sequence in which people see them; leaving one out does not compile:
 * `everyOf<Tab>()(['all', 'open'])`.
 */
export const everyOf =
  <Member extends string>() =>
  <const List extends readonly Member[]>(
    list: [Member] extends [List[number]] ? List : readonly [missing: Exclude<Member, List[number]>],
  ): readonly [Member, ...Member[]] =>
    list as readonly Member[] as readonly [Member, ...Member[]]; // a union has members; the condition only chooses what the compiler says
