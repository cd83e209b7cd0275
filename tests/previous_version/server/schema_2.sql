PRAGMA foreign_keys=OFF;
PRAGMA user_version=2;
BEGIN TRANSACTION;
CREATE TABLE actions (
	code VARCHAR NOT NULL, 
	ply INTEGER NOT NULL, 
	action VARCHAR NOT NULL, 
	PRIMARY KEY (code, ply), 
	FOREIGN KEY(code) REFERENCES tables (code) ON DELETE CASCADE
);
INSERT INTO "actions" VALUES('RPYGZF',0,'["take", [1, 2, 4]]');
INSERT INTO "actions" VALUES('RPYGZF',1,'["reserve", 39]');
INSERT INTO "actions" VALUES('RPYGZF',2,'["take", [2, 3, 4]]');
INSERT INTO "actions" VALUES('RPYGZF',3,'["reserve", 49]');
INSERT INTO "actions" VALUES('RPYGZF',4,'["reserve", 68]');
INSERT INTO "actions" VALUES('JFRJLN',0,'["bid", 14, 13]');
INSERT INTO "actions" VALUES('JFRJLN',1,'["bid", 12, 12]');
INSERT INTO "actions" VALUES('JFRJLN',2,'["pass"]');
INSERT INTO "actions" VALUES('JFRJLN',3,'["bid", 32, 1]');
INSERT INTO "actions" VALUES('JFRJLN',4,'["bid", 33, 13]');
INSERT INTO "actions" VALUES('JFRJLN',5,'["bid", 34, 1]');
INSERT INTO "actions" VALUES('JFRJLN',6,'["bid", 44, 2]');
INSERT INTO "actions" VALUES('JFRJLN',7,'["bid", 43, 3]');
INSERT INTO "actions" VALUES('JFRJLN',8,'["bid", 42, 11]');
INSERT INTO "actions" VALUES('JFRJLN',9,'["pass"]');
INSERT INTO "actions" VALUES('JFRJLN',10,'["bid", 11, 8]');
INSERT INTO "actions" VALUES('JFRJLN',11,'["bid", 10, 12]');
INSERT INTO "actions" VALUES('JFRJLN',12,'["bid", 13, 8]');
INSERT INTO "actions" VALUES('JFRJLN',13,'["pass"]');
INSERT INTO "actions" VALUES('JFRJLN',14,'["bid", 2, 4]');
INSERT INTO "actions" VALUES('JFRJLN',15,'["bid", 3, 6]');
INSERT INTO "actions" VALUES('JFRJLN',16,'["bid", 4, 10]');
INSERT INTO "actions" VALUES('JFRJLN',17,'["bid", 27, 6]');
INSERT INTO "actions" VALUES('JFRJLN',18,'["bid", 29, 9]');
INSERT INTO "actions" VALUES('JFRJLN',19,'["bid", 31, 11]');
INSERT INTO "actions" VALUES('JFRJLN',20,'["bid", 8, 2]');
INSERT INTO "actions" VALUES('JFRJLN',21,'["bid", 7, 8]');
INSERT INTO "actions" VALUES('JFRJLN',22,'["bid", 1, 9]');
INSERT INTO "actions" VALUES('JFRJLN',23,'["pass"]');
INSERT INTO "actions" VALUES('JFRJLN',24,'["bid", 37, 3]');
INSERT INTO "actions" VALUES('JFRJLN',25,'["bid", 36, 5]');
INSERT INTO "actions" VALUES('JFRJLN',26,'["bid", 41, 7]');
INSERT INTO "actions" VALUES('JFRJLN',27,'["bid", 40, 9]');
INSERT INTO "actions" VALUES('JFRJLN',28,'["bid", 29, 4]');
INSERT INTO "actions" VALUES('JFRJLN',29,'["pass"]');
INSERT INTO "actions" VALUES('JFRJLN',30,'["bid", 37, 7]');
INSERT INTO "actions" VALUES('JFRJLN',31,'["bid", 44, 10]');
INSERT INTO "actions" VALUES('JFRJLN',32,'["bid", 34, 8]');
INSERT INTO "actions" VALUES('JFRJLN',33,'["bid", 35, 3]');
INSERT INTO "actions" VALUES('JFRJLN',34,'["pass"]');
INSERT INTO "actions" VALUES('JFRJLN',35,'["bid", 36, 2]');
INSERT INTO "actions" VALUES('JFRJLN',36,'["bid", 41, 6]');
INSERT INTO "actions" VALUES('JFRJLN',37,'["bid", 28, 3]');
INSERT INTO "actions" VALUES('JFRJLN',38,'["bid", 27, 5]');
INSERT INTO "actions" VALUES('JFRJLN',39,'["bid", 25, 7]');
INSERT INTO "actions" VALUES('JFRJLN',40,'["bid", 5, 1]');
INSERT INTO "actions" VALUES('JFRJLN',41,'["bid", 6, 2]');
INSERT INTO "actions" VALUES('JFRJLN',42,'["bid", 2, 1]');
INSERT INTO "actions" VALUES('JFRJLN',43,'["bid", 0, 2]');
INSERT INTO "actions" VALUES('JFRJLN',44,'["bid", 3, 6]');
INSERT INTO "actions" VALUES('JFRJLN',45,'["bid", 30, 1]');
INSERT INTO "actions" VALUES('JFRJLN',46,'["bid", 5, 4]');
INSERT INTO "actions" VALUES('JFRJLN',47,'["bid", 9, 2]');
INSERT INTO "actions" VALUES('JFRJLN',48,'["bid", 8, 5]');
INSERT INTO "actions" VALUES('JFRJLN',49,'["bid", 39, 1]');
INSERT INTO "actions" VALUES('JFRJLN',50,'["bid", 38, 3]');
INSERT INTO "actions" VALUES('JFRJLN',51,'["bid", 30, 5]');
INSERT INTO "actions" VALUES('JFRJLN',52,'["bid", 0, 2]');
INSERT INTO "actions" VALUES('JFRJLN',53,'["bid", 28, 1]');
CREATE TABLE closed (
	id INTEGER NOT NULL, 
	code VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	touched FLOAT NOT NULL, 
	closed FLOAT NOT NULL, 
	reason VARCHAR NOT NULL, 
	data VARCHAR NOT NULL, 
	log VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
CREATE TABLE notices (
	id INTEGER NOT NULL, 
	player INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(player) REFERENCES players (id)
);
CREATE TABLE players (
	id INTEGER NOT NULL, 
	identity VARCHAR NOT NULL, 
	name VARCHAR NOT NULL, 
	folded VARCHAR NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (identity), 
	UNIQUE (folded)
);
INSERT INTO "players" VALUES(1,'SHA256:eLW1VY8sg958bjmG7HuUi30qlzNgxayLWHD03XArj6g','Hana','hana');
INSERT INTO "players" VALUES(2,'SHA256:LyeB5atIhT/Ig9K+bZa8XQEtB76Knrh/JZJAfgmGlls','Bruno','bruno');
INSERT INTO "players" VALUES(3,'SHA256:qGsYxzqovKg2f4sL7/hUCO0z8n38UrNn2joQuFQSKVM','Cleo','cleo');
INSERT INTO "players" VALUES(4,'SHA256:MXTv2v99BZtGw1zdVWkIxy0jFyk8R5dR9JlYRKXMyT0','Dora','dora');
INSERT INTO "players" VALUES(5,'SHA256:bVEozAsnrpZvXHsKRjRqpcBEJ+v68u1/cIFd2OCiBbU','Emil','emll');
CREATE TABLE ratings (
	player INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	rating FLOAT NOT NULL, 
	games INTEGER NOT NULL, 
	PRIMARY KEY (player, game), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "ratings" VALUES(4,'metropolys',1480.0,1);
INSERT INTO "ratings" VALUES(5,'metropolys',1520.0,1);
CREATE TABLE records (
	id INTEGER NOT NULL, 
	game VARCHAR NOT NULL, 
	ended FLOAT NOT NULL, 
	lines VARCHAR NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "records" VALUES(1,'metropolys',1.79567058732102751731e+09,'{"tabletown":1,"game":"metropolys","version":1,"options":{"version":"family","memory":"on"},"seats":[["Dora",""],["Emil",""]],"seed":2260691299565837054}
["bid",14,13]
["bid",12,12]
["pass"]
["bid",32,1]
["bid",33,13]
["bid",34,1]
["bid",44,2]
["bid",43,3]
["bid",42,11]
["pass"]
["bid",11,8]
["bid",10,12]
["bid",13,8]
["pass"]
["bid",2,4]
["bid",3,6]
["bid",4,10]
["bid",27,6]
["bid",29,9]
["bid",31,11]
["bid",8,2]
["bid",7,8]
["bid",1,9]
["pass"]
["bid",37,3]
["bid",36,5]
["bid",41,7]
["bid",40,9]
["bid",29,4]
["pass"]
["bid",37,7]
["bid",44,10]
["bid",34,8]
["bid",35,3]
["pass"]
["bid",36,2]
["bid",41,6]
["bid",28,3]
["bid",27,5]
["bid",25,7]
["bid",5,1]
["bid",6,2]
["bid",2,1]
["bid",0,2]
["bid",3,6]
["bid",30,1]
["bid",5,4]
["bid",9,2]
["bid",8,5]
["bid",39,1]
["bid",38,3]
["bid",30,5]
["bid",0,2]
["bid",28,1]
');
CREATE TABLE results (
	record INTEGER NOT NULL, 
	chair INTEGER NOT NULL, 
	player INTEGER, 
	name VARCHAR NOT NULL, 
	bot VARCHAR NOT NULL, 
	points INTEGER NOT NULL, 
	won BOOLEAN NOT NULL, 
	PRIMARY KEY (record, chair), 
	FOREIGN KEY(record) REFERENCES records (id), 
	FOREIGN KEY(player) REFERENCES players (id)
);
INSERT INTO "results" VALUES(1,0,4,'Dora','',20,0);
INSERT INTO "results" VALUES(1,1,5,'Emil','',35,1);
CREATE TABLE state (
	"key" VARCHAR NOT NULL, 
	value FLOAT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "state" VALUES('alive',1.7956705861796739102e+09);
CREATE TABLE tables (
	code VARCHAR NOT NULL, 
	version INTEGER NOT NULL, 
	stage VARCHAR NOT NULL, 
	touched FLOAT NOT NULL, 
	kept VARCHAR NOT NULL, 
	PRIMARY KEY (code)
);
INSERT INTO "tables" VALUES('RPYGZF',1,'playing',1.79567058745434665677e+09,'{"game":"splendor","options":{"module":"base"},"chairs":[{"person":1,"name":"Hana","bot":"","stand_in":""},{"person":2,"name":"Bruno","bot":"","stand_in":""}],"host":1,"lock":"","seed":1179879404679910726,"muted":false,"origin":"test","rated":[]}');
INSERT INTO "tables" VALUES('VVSUCV',1,'waiting',1.79567058569187855722e+09,'{"game":"splendor","options":{"module":"base"},"chairs":[{"person":3,"name":"Cleo","bot":"","stand_in":""},{"person":null,"name":"","bot":"","stand_in":""}],"host":3,"lock":"","seed":0,"muted":false,"origin":"test","rated":[]}');
INSERT INTO "tables" VALUES('JFRJLN',1,'over',1.7956705874305863381e+09,'{"game":"metropolys","options":{"version":"family","memory":"on"},"chairs":[{"person":4,"name":"Dora","bot":"","stand_in":""},{"person":5,"name":"Emil","bot":"","stand_in":""}],"host":4,"lock":"","seed":2260691299565837054,"muted":false,"origin":"test","rated":[["Dora",1500,1480],["Emil",1500,1520]]}');
COMMIT;
