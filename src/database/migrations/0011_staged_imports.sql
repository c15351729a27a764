CREATE TABLE "staged_batches" (
	"import_no" integer NOT NULL,
	"batch_no" integer NOT NULL,
	"rows" text NOT NULL,
	CONSTRAINT "staged_batches_import_no_batch_no_pk" PRIMARY KEY("import_no","batch_no")
);
--> statement-breakpoint
CREATE TABLE "staged_imports" (
	"import_no" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staged_imports_import_no_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rows_of" text NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"touched_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"inserted" integer DEFAULT 0 NOT NULL,
	"updated" integer DEFAULT 0 NOT NULL,
	"unchanged" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "staged_batches" ADD CONSTRAINT "staged_batches_import_no_staged_imports_import_no_fk" FOREIGN KEY ("import_no") REFERENCES "public"."staged_imports"("import_no") ON DELETE cascade ON UPDATE no action;