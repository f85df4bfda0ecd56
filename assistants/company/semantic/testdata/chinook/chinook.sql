-- The schema of the public Chinook sample database with a few rows of our own.
CREATE TABLE "Artist" ("ArtistId" INTEGER PRIMARY KEY, "Name" TEXT);
CREATE TABLE "Album" ("AlbumId" INTEGER PRIMARY KEY, "Title" TEXT NOT NULL, "ArtistId" INTEGER NOT NULL REFERENCES "Artist");
CREATE TABLE "Employee" ("EmployeeId" INTEGER PRIMARY KEY, "LastName" TEXT NOT NULL, "FirstName" TEXT NOT NULL, "Title" TEXT, "ReportsTo" INTEGER REFERENCES "Employee", "BirthDate" TEXT, "HireDate" TEXT, "Address" TEXT, "City" TEXT, "State" TEXT, "Country" TEXT, "PostalCode" TEXT, "Phone" TEXT, "Fax" TEXT, "Email" TEXT);
CREATE TABLE "Customer" ("CustomerId" INTEGER PRIMARY KEY, "FirstName" TEXT NOT NULL, "LastName" TEXT NOT NULL, "Company" TEXT, "Address" TEXT, "City" TEXT, "State" TEXT, "Country" TEXT, "PostalCode" TEXT, "Phone" TEXT, "Fax" TEXT, "Email" TEXT NOT NULL, "SupportRepId" INTEGER REFERENCES "Employee");
CREATE TABLE "Genre" ("GenreId" INTEGER PRIMARY KEY, "Name" TEXT);
CREATE TABLE "MediaType" ("MediaTypeId" INTEGER PRIMARY KEY, "Name" TEXT);
CREATE TABLE "Playlist" ("PlaylistId" INTEGER PRIMARY KEY, "Name" TEXT);
CREATE TABLE "Track" ("TrackId" INTEGER PRIMARY KEY, "Name" TEXT NOT NULL, "AlbumId" INTEGER REFERENCES "Album", "MediaTypeId" INTEGER NOT NULL REFERENCES "MediaType", "GenreId" INTEGER REFERENCES "Genre", "Composer" TEXT, "Milliseconds" INTEGER NOT NULL, "Bytes" INTEGER, "UnitPrice" NUMERIC NOT NULL);
CREATE TABLE "PlaylistTrack" ("PlaylistId" INTEGER NOT NULL REFERENCES "Playlist", "TrackId" INTEGER NOT NULL REFERENCES "Track", PRIMARY KEY ("PlaylistId", "TrackId"));
CREATE TABLE "Invoice" ("InvoiceId" INTEGER PRIMARY KEY, "CustomerId" INTEGER NOT NULL REFERENCES "Customer", "InvoiceDate" TEXT NOT NULL, "BillingAddress" TEXT, "BillingCity" TEXT, "BillingState" TEXT, "BillingCountry" TEXT, "BillingPostalCode" TEXT, "Total" NUMERIC NOT NULL);
CREATE TABLE "InvoiceLine" ("InvoiceLineId" INTEGER PRIMARY KEY, "InvoiceId" INTEGER NOT NULL REFERENCES "Invoice", "TrackId" INTEGER NOT NULL REFERENCES "Track", "UnitPrice" NUMERIC NOT NULL, "Quantity" INTEGER NOT NULL);

INSERT INTO "Artist" VALUES (1, 'North Choir'), (2, 'Blue Kettle'), (3, 'Harbour Trio');
INSERT INTO "Album" VALUES (1, 'First Snow', 1), (2, 'Steam', 2), (3, 'Low Tide', 3), (4, 'High Tide', 3);
INSERT INTO "Genre" VALUES (1, 'Rock'), (2, 'Jazz'), (3, 'Classical');
INSERT INTO "MediaType" VALUES (1, 'MPEG audio file'), (2, 'AAC audio file');
INSERT INTO "Playlist" VALUES (1, 'Music'), (2, 'Evening');
INSERT INTO "Employee" ("EmployeeId", "LastName", "FirstName", "Title", "ReportsTo") VALUES (1, 'Moreau', 'Ida', 'Sales Manager', NULL), (2, 'Okafor', 'Ben', 'Sales Support Agent', 1), (3, 'Lind', 'Sara', 'Sales Support Agent', 1);
INSERT INTO "Customer" ("CustomerId", "FirstName", "LastName", "City", "Country", "Email", "SupportRepId") VALUES
 (1, 'Ana', 'Silva', 'Lisbon', 'Portugal', 'a@example.org', 2), (2, 'Jun', 'Sato', 'Tokyo', 'Japan', 'b@example.org', 3), (3, 'Eva', 'Kraus', 'Berlin', 'Germany', 'c@example.org', 2),
 (4, 'Tom', 'Reed', 'Boston', 'USA', 'd@example.org', 3), (5, 'Mia', 'Weber', 'Berlin', 'Germany', 'e@example.org', 3), (6, 'Leo', 'Costa', 'Porto', 'Portugal', 'f@example.org', 2);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 24)
INSERT INTO "Track" SELECT i, 'Track ' || i, 1 + i % 4, 1 + i % 2, 1 + i % 3, NULL, 120000 + i * 7000, 1000 * i, CASE WHEN i % 5 = 0 THEN 1.99 ELSE 0.99 END FROM n;
INSERT INTO "PlaylistTrack" SELECT 1, "TrackId" FROM "Track" UNION ALL SELECT 2, "TrackId" FROM "Track" WHERE "TrackId" % 3 = 0;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60)
INSERT INTO "Invoice" ("InvoiceId", "CustomerId", "InvoiceDate", "BillingCountry", "Total") SELECT i, 1 + i * i % 5, date('2025-06-30', '+' || (i * 8) || ' days') || ' 00:00:00', NULL, 0 FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 150)
INSERT INTO "InvoiceLine" SELECT i, 1 + i % 60, 1 + i * 5 % 24, (SELECT "UnitPrice" FROM "Track" WHERE "TrackId" = 1 + i * 5 % 24), 1 + i % 2 FROM n;
UPDATE "Invoice" SET "BillingCountry" = (SELECT "Country" FROM "Customer" c WHERE c."CustomerId" = "Invoice"."CustomerId"),
 "Total" = (SELECT SUM("UnitPrice" * "Quantity") FROM "InvoiceLine" l WHERE l."InvoiceId" = "Invoice"."InvoiceId");
