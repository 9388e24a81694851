/**
 * The startup option of a session that finds the tables, and creates them, where grants, policies and checks expect them.
 * Without it, a server, database or role may lead elsewhere: with a search path of its own, or a schema named like the
 * role, which PostgreSQL searches first by default.
 */
export const IN_SCHEMA = '-c search_path=public';
