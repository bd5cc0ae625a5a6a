/**
 * A list that names every member of a union, in the sequence in which people see them; leaving one out does not compile:
 * `everyOf<Tab>()(['all', 'open'])`.
 */
export const everyOf =
  <Member extends string>() =>
  <const List extends readonly Member[]>(
    list: [Member] extends [List[number]] ? List : readonly [missing: Exclude<Member, List[number]>],
  ): readonly Member[] =>
    list as readonly Member[]; // the condition only chooses what the compiler says
