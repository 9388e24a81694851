import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What each client requested, spent and got by day and service, summed from its ledger: start pages and reports read
 * these instead of the working tables. `figure_positions` says how far each ledger was counted.
 */
export class CreateDailyFigures1795305600220 implements MigrationInterface {
  name = 'CreateDailyFigures1795305600220';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE figure_positions (
        client_id uuid NOT NULL CONSTRAINT figure_positions_pkey PRIMARY KEY
          CONSTRAINT figure_positions_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        entry_no integer NOT NULL DEFAULT 0
      )`);
    await queryRunner.query(`
      CREATE TABLE daily_figures (
        client_id uuid NOT NULL CONSTRAINT daily_figures_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        day date NOT NULL,
        service_code varchar(40) COLLATE "C" NOT NULL,
        submitted integer NOT NULL,
        completed integer NOT NULL,
        credits integer NOT NULL,
        reviewed integer NOT NULL,
        positive integer NOT NULL,
        negative integer NOT NULL,
        no_record integer NOT NULL,
        mixed integer NOT NULL,
        rejected integer NOT NULL,
        closed integer NOT NULL,
        CONSTRAINT daily_figures_pkey PRIMARY KEY (client_id, day, service_code)
      )`);
    await queryRunner.query('CREATE INDEX daily_figures_day_idx ON daily_figures (day)');
    await queryRunner.query(`
      CREATE TABLE daily_turnarounds (
        client_id uuid NOT NULL CONSTRAINT daily_turnarounds_client_id_fkey REFERENCES clients ON DELETE RESTRICT,
        day date NOT NULL,
        service_code varchar(40) COLLATE "C" NOT NULL,
        took_class smallint NOT NULL,
        completed integer NOT NULL,
        CONSTRAINT daily_turnarounds_pkey PRIMARY KEY (client_id, day, service_code, took_class)
      )`);
    await queryRunner.query('CREATE INDEX daily_turnarounds_day_idx ON daily_turnarounds (day)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE daily_turnarounds');
    await queryRunner.query('DROP TABLE daily_figures');
    await queryRunner.query('DROP TABLE figure_positions');
  }
}
